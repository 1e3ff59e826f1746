import type { Page } from '@playwright/test'
import type { Answers } from './api'
import { answerSite, type Socket } from './site'
import { devices } from './siteData'

/** A call of the API by its path, whatever is asked with it. */
export const callOf = (path: string) => (url: URL) => url.pathname === `/api/v0${path}`

const isOfSessions = (url: URL) =>
  url.pathname.startsWith('/api/v0/devices/remote-control/sessions')

export interface Refusal {
  message: string
  code: string
  data?: object
}

/** What happens to sessions; a test changes it as it goes. */
export interface Remote {
  socket: Socket
  /** Method and body of what the console has sent, newest last. */
  sent: { method: string; body: Record<string, unknown> }[]
  refusal?: Refusal | undefined
  /** The session is not there any more. */
  isOver?: boolean
  /** The device does not say what it is. */
  isSilent?: boolean
}

/** Answers the calls of remote control; the password of the device is `demo`. */
export async function answerRemote(page: Page, answers: Answers = {}): Promise<Remote> {
  const remote: Remote = { socket: await answerSite(page, answers), sent: [] }
  const started = new Date(Date.now() - 150_000).toISOString()
  const session = (isActive: boolean) => ({
    id: 7,
    device: { id: 2, name: 'North tower lobby' },
    is_active: isActive,
    started_at: started,
    expires_at: new Date(Date.now() + 300_000).toISOString(),
    info:
      isActive && !remote.isSilent
        ? { serial_number: 'AA14-0107', model: 'AA-14FB', firmware: '3.14.2' }
        : null,
  })
  const known = (id: number, change: object) =>
    page.route(callOf(`/devices/${id}`), (route) =>
      route.fulfill({ json: { ...devices.find((each) => each.id === id), ...change } }),
    )
  await known(2, { device_login: 'admin' })
  await known(8, { protocol: 'http' })
  await page.route(isOfSessions, (route) => {
    const method = route.request().method()
    const body = route.request().postDataJSON() as Record<string, unknown>
    remote.sent.push({ method, body })
    const refuse = (status: number, { message, code, data }: Refusal) =>
      route.fulfill({ status, json: { message, code, data: data ?? null } })
    if (method === 'PATCH')
      return remote.isOver
        ? refuse(404, { message: 'item not found', code: 'not_found' })
        : route.fulfill({ json: session(body.is_active === true) })
    if (remote.refusal) return refuse(409, remote.refusal)
    if (body.password === 'demo') return route.fulfill({ json: session(true) })
    return refuse(409, {
      message: 'device does not take this login and password',
      code: 'device_refused_login',
    })
  })
  return remote
}
