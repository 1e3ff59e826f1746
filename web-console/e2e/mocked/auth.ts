import type { Page } from '@playwright/test'

const REFUSED = { message: 'verification link is outdated or incorrect', code: 'outdated_link' }

/** Answers to guests: registration, invitation, recovery, and ways to sign in. */
export async function answerGuests(page: Page): Promise<void> {
  await page.routeWebSocket('**/api/v0/ws**', () => undefined)
  await page.route('**/api/v0/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const key = `${route.request().method()} ${pathname.replace('/api/v0/', '')}`
    const json = ANSWERS[key]
    if (json) return route.fulfill({ json })
    if (key === 'POST registration/confirm-email') {
      const { code } = route.request().postDataJSON() as { code: string }
      const wrong = { message: 'invalid confirmation code', code: 'invalid_code', data: null }
      return code === '123456'
        ? route.fulfill({ json: {} })
        : route.fulfill({ status: 422, json: wrong })
    }
    if (key === 'POST login') {
      const { password } = route.request().postDataJSON() as { password: string }
      const second_factor = { ticket: 't', methods: ['totp', 'recovery_code'] }
      return password === 'demo'
        ? route.fulfill({ json: { sessions: [], second_factor } })
        : route.fulfill({ status: 401, json: { message: 'invalid credentials', code: 'x' } })
    }
    return route.fulfill({ status: 422, json: { ...REFUSED, data: null } })
  })
}

const ANSWERS: Record<string, object> = {
  'GET server/settings': { registration: true, name: '', features: [], locales: ['en', 'ru'] },
  'GET login/providers': { items: [{ id: 1, name: 'Contoso', project_name: 'Riverside' }] },
  'POST registration': {
    registration: 'r',
    resend_after_seconds: 60,
    expires_at: '2030-01-01T00:00:00Z',
  },
  'POST password/recovery': {},
  'GET registration/tokens/good': {
    name: 'Ivan',
    email: 'ivan@riverside.test',
    project_name: 'Riverside',
    has_password: false,
  },
  'GET self-registration/HOUSE7': {
    project_name: 'Riverside',
    object_names: ['Company', 'House', 'Flat'],
    user_types: ['Owner', 'Tenant'],
  },
}
