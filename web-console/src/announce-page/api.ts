/*
 * The calls of this page. They are written by hand, because the generated client is part of the console: api.test.ts
 * compares the types with it.
 */

export interface PollQuestion {
  text: string
  answers: string[]
}

export interface PollAnswer {
  /** From 0. */
  question: number
  answers: number[]
  own_answer: string
}

export interface AnnouncePage {
  subject: string
  /** HTML that the platform has cleaned. */
  body: string
  type: 'info' | 'poll' | null
  sender: string
  type_info: {
    questions: PollQuestion[]
    poll_multi_answers_allowed: boolean
    poll_user_answer_allowed: boolean
  } | null
  answers: PollAnswer[]
  is_open: boolean
  is_anonymous: boolean
  ends_at: string | null
  sent_at: string | null
  answered_at: string | null
  locale: string
}

/** Why a call failed, as the page says it. */
export type Reason = 'invalid' | 'closed' | 'refused' | 'too_many' | 'unavailable' | 'offline'

export class Failure extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

export interface Api {
  load: () => Promise<AnnouncePage>
  /** Says that a person sees it: loading alone marks nothing. */
  read: () => Promise<AnnouncePage>
  answer: (answers: PollAnswer[]) => Promise<AnnouncePage>
}

const TIMEOUT_MS = 30_000

export function announceApi(token: string): Api {
  const path = `/api/v0/announces/by-token/${encodeURIComponent(token)}`
  return {
    load: () => send(path),
    read: () => send(`${path}/read`, {}),
    answer: (answers) => send(`${path}/poll`, { answers }),
  }
}

async function send(path: string, body?: object): Promise<AnnouncePage> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      cache: 'no-store',
      credentials: 'omit',
      signal: stop.signal,
      ...(body
        ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
        : {}),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Failure(reasonOf(response.status))
    return answer as AnnouncePage
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('offline')
  } finally {
    clearTimeout(timer)
  }
}

export function reasonOf(status: number): Reason {
  if (status === 404) return 'invalid'
  if (status === 409) return 'closed'
  if (status === 400 || status === 422) return 'refused'
  return status === 429 ? 'too_many' : 'unavailable'
}
