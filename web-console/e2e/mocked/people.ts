import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { answerAccess, type Sent } from './access'
import type { Answers } from './api'
import {
  auditEvents,
  banned,
  markers,
  ownTokens,
  projects,
  serviceTokens,
  sessions,
  whitelist,
} from './peopleData'
import { ROLE, roles } from './roleData'

/** The whole catalogue: group, code, licence feature. */
export const CATALOGUE = readFileSync('../crates/policy/permissions.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string])

const groups = [...new Set(CATALOGUE.map(([group]) => group))].map((name) => ({
  name,
  permissions: CATALOGUE.filter(([group]) => group === name).map(([, code, feature]) => ({
    code,
    feature: feature === '-' ? null : feature,
  })),
}))

/** What the person may do; a test may take something away. */
export interface People {
  sent: Sent[]
  rights: Set<string>
}

const pageOf = (items: object[]) => ({ items, total: items.length, page: 1, size: 20 })

/** Answers every call about people and their rights; the others go to `answerAccess`. */
export async function answerPeople(page: Page, answers: Answers = {}): Promise<People> {
  const sent = await answerAccess(page, answers)
  const rights = new Set(CATALOGUE.map(([, code]) => code))
  rights.delete('can_grant_permissions_more_than_his_own')
  rights.delete('can_manage_licenses')
  await page.route('**/api/v0/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const key = `${route.request().method()} ${pathname.replace('/api/v0/', '')}`
    const answer = answerTo(key, rights, answers.locale ?? 'en')
    if (answer === undefined) return route.fallback()
    return route.fulfill(answer)
  })
  return { sent, rights }
}

function answerTo(key: string, rights: Set<string>, locale: string) {
  const found = FIXED[key]
  if (found) return { json: found }
  if (key === 'GET profile') return { json: profile([...rights], locale) }
  if (key === 'POST users/import') {
    return { json: { rows: 4, created: 0, errors: ROW_ERRORS } }
  }
  if (key === 'POST roles/deleteAll') {
    return {
      json: {
        items: [{ id: ROLE.id, done: false, message: 'action prohibited' }],
        deleted_items: [],
        dependencies: [
          {
            role: { id: ROLE.id, name: ROLE.name },
            users: [{ id: 2, name: 'Ivan Sidorov' }],
            users_count: 4,
            roles: [{ id: 1, name: 'Administrator' }],
            settings: [
              { kind: 'registration', name: '' },
              { kind: 'user_type', name: 'House owner' },
              { kind: 'identity_provider', name: 'Contoso' },
            ],
          },
        ],
      },
    }
  }
  if (key === 'POST profile/totp/confirm') {
    return { json: { codes: Array.from({ length: 10 }, (_, at) => `k7q${at}-9fd2-${at}xw3`) } }
  }
  return undefined
}

const ROW_ERRORS = [
  { index: 0, field: 'email', message: 'serial number or e-mail already used' },
  { index: 1, field: 'role', message: 'action prohibited' },
  { index: 2, field: 'groups', message: 'item not found: Riverside / House 9' },
  { index: 3, field: 'groups', message: 'several groups are called Riverside / House 1' },
]

const FIXED: Record<string, object> = {
  'GET permissions': { groups },
  'GET roles': pageOf(roles),
  [`GET roles/${ROLE.id}`]: ROLE,
  'GET markers': pageOf(markers),
  'GET projects': pageOf(projects),
  'GET projects/2': projects[1]!,
  'POST projects/2/support-session': {
    token: 'support-token',
    refresh: 'support-refresh',
    project: { id: 2, uid: 'b', name: 'Garden quarter', description: '', is_support: true },
  },
  'GET audit-events': pageOf(auditEvents),
  'GET ip-blocking/status': {
    is_enabled: true,
    max_failures: 20,
    window_seconds: 600,
    ban_seconds: 3600,
    banned_count: banned.length,
    rejected_last_day: 41,
  },
  'GET ip-blocking/banned': pageOf(banned),
  'GET ip-blocking/whitelist': { items: whitelist },
  'GET profile/sessions': { items: sessions },
  'GET profile/tokens': { items: ownTokens },
  'GET tokens': { items: serviceTokens },
  'GET profile/second-factors': {
    is_totp_enabled: true,
    recovery_codes_left: 2,
    passkeys: [
      {
        id: 1,
        name: 'Office laptop',
        created_at: '2026-03-01T09:00:00Z',
        used_at: '2026-04-02T09:00:00Z',
      },
    ],
  },
  'POST profile/totp': {
    secret: 'JBSWY3DPEHPK3PXP',
    url: 'otpauth://totp/Vestibule:anna?secret=JBSWY3DPEHPK3PXP&issuer=Vestibule',
  },
  'GET users/2/mobile-clients': {
    items: [
      {
        id: 1,
        platform: 'ios',
        info: 'iPhone 15, iOS 18.1',
        auth_at: '2026-04-02T09:00:00Z',
        vendor_id: '4b1f-77',
        sip_number: '1001',
        ukey2: null,
      },
    ],
  },
}

/** The person who is signed in. */
export const profile = (
  permissions: string[],
  locale: string,
  features: string[] = ['sip', 'elevator', 'identifier.guest', 'face_id', 'license_plate'],
) => ({
  id: 1,
  email: 'anna@riverside.test',
  name: 'Anna Petrova',
  locale,
  is_verified: true,
  avatar_url: null,
  role: { id: 1, name: 'Administrator', permissions },
  domains: [{ id: 1, name: 'Riverside' }],
  project: { id: 1, uid: 'p', name: 'Riverside', description: '', is_support: false },
  is_invited: false,
  license_info: { features },
  profile: {
    address: null,
    phone: '+31201234567',
    project_id: 1,
    time_zone: 'Europe/Amsterdam',
    time_format: 'DD-MM-YYYY',
    identifier_format: 'dec',
    sip_number: null,
    is_app_popup_active: false,
  },
  is_support: false,
  is_dealer: true,
  locales: ['en', 'ru'],
})
