import { expect, type Page } from '@playwright/test'
import { call } from './calls'

interface Ref {
  id: number
  name: string
}

export interface SipNumber {
  id: number
  number: string
  name: string
  is_active: boolean
  is_general: boolean
  user?: Ref | null
  device?: Ref | null
  domain?: Ref | null
}

/** The virtual numbers of the site, by the API and as the administrator. */
export class Numbers {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The number of a user, made when there is none. */
  ofUser(name: string): Promise<SipNumber> {
    return this.of('user', name)
  }

  ofDevice(name: string): Promise<SipNumber> {
    return this.of('device', name)
  }

  async make(number: object): Promise<SipNumber> {
    return call<SipNumber>(this.page, 'PUT', 'sip-numbers', number)
  }

  async change(id: number, change: object): Promise<void> {
    await call(this.page, 'PATCH', `sip-numbers/${id}`, change)
  }

  async remove(id: number): Promise<void> {
    await call(this.page, 'DELETE', `sip-numbers/${id}`)
  }

  private async of(kind: 'user' | 'device', name: string): Promise<SipNumber> {
    const { items } = await call<{ items: SipNumber[] }>(this.page, 'GET', 'sip-numbers?size=100')
    const found = items.find((number) => number[kind]?.name === name)
    if (found) return found
    const owner = await named(this.page, `${kind}s`, name)
    return this.make({ name, [kind]: { id: owner.id } })
  }
}

/** A user, device or group by its name. */
export async function named(page: Page, list: string, name: string): Promise<Ref> {
  const { items } = await call<{ items: Ref[] }>(page, 'GET', `${list}?size=100`)
  const found = items.find((item) => item.name === name)
  expect(found, `${name} among ${list}`).toBeDefined()
  return found!
}
