import { expect } from '@playwright/test'
import { setting } from './platform'

interface Message {
  id: number
  subject: string
  text: string
}

/** How long a mail may be on its way, in milliseconds. */
const MAIL_TIMEOUT = 120_000

/** The mails that the platform has sent, by its catcher (docs/how-to/mail.md). */
export class Mailbox {
  private readonly address = setting('VESTIBULE_MAILBOX_URL')

  /** The newest mail to somebody in which the pattern is found; its first group. */
  async find(to: string, pattern: RegExp): Promise<string> {
    let found: string | undefined
    await expect(async () => {
      const list = await this.get<{ id: number }[]>(`messages?to=${encodeURIComponent(to)}`)
      for (const { id } of list) {
        const { text } = await this.get<Message>(`messages/${id}`)
        found ??= pattern.exec(text)?.[1]
      }
      expect(found, `a mail to ${to}`).toBeTruthy()
    }).toPass({ timeout: MAIL_TIMEOUT })
    return found!
  }

  private async get<Answer>(path: string): Promise<Answer> {
    const answer = await fetch(`${this.address.replace(/\/$/, '')}/${path}`)
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as Answer
  }
}
