import type { Page } from '@playwright/test'
import { answerAccess, profile, type Sent } from './access'
import type { Answers } from './api'
import {
  elevatorEvents,
  elevatorFloors,
  elevatorRules,
  elevators,
  liftControllers,
} from './elevatorData'

const RIGHTS = [
  'can_view_elevators',
  'can_create_elevator',
  'can_edit_elevator',
  'can_delete_elevator',
  'can_view_all_elevator_access_rules',
  'can_create_elevator_access_rule',
  'can_edit_elevator_access_rule',
  'can_delete_elevator_access_rule',
  'can_edit_device',
]

interface ElevatorAnswers extends Answers {
  /** Nothing has been made yet. */
  isEmpty?: boolean
}

const pageOf = (items: object[]) => ({ items, total: items.length, page: 1, size: 20 })

/** Answers every call about lifts; the others go to `answerAccess`. What is sent, newest last. */
export async function answerElevators(page: Page, answers: ElevatorAnswers = {}): Promise<Sent[]> {
  const sent = await answerAccess(page, answers)
  const lists: Record<string, object[]> = {
    elevators,
    'elevator-access-rules': elevatorRules,
    'events/elevators': elevatorEvents,
  }
  await page.route('**/api/v0/**', async (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const path = url.pathname.replace('/api/v0/', '')
    const method = request.method()
    const isAboutLifts = /^(elevator|events\/elevators)/.test(path)
    const isController = /^devices\/7\d$/.test(path)
    if (method !== 'GET' && (isAboutLifts || isController)) {
      const body = (request.postDataJSON() ?? {}) as Record<string, unknown>
      sent.push({ key: `${method} ${path}`, body })
    }
    const list = lists[path]
    if (method === 'GET' && list) {
      return route.fulfill({ json: pageOf(answers.isEmpty ? [] : list) })
    }
    if (path === 'devices' && /7[12]|liftcontroller/.test(url.searchParams.get('filters') ?? '')) {
      return route.fulfill({ json: pageOf(liftControllers) })
    }
    if (isController) return route.fulfill({ json: liftControllers[0] })
    if (path.endsWith('/floors')) return route.fulfill({ json: { items: elevatorFloors } })
    if (path.endsWith('/call')) return route.fulfill({ json: { floor: 7 } })
    const [name = '', id] = path.split('/')
    const row = (lists[name] as { id: number }[] | undefined)?.find(
      (each) => String(each.id) === id,
    )
    return row ? route.fulfill({ json: row }) : route.fallback()
  })
  await page.route('**/api/v0/profile', (route) =>
    route.fulfill({
      json: {
        ...profile,
        locale: answers.locale ?? 'en',
        role: { ...profile.role, permissions: [...profile.role.permissions, ...RIGHTS] },
        license_info: { features: ['elevator'] },
      },
    }),
  )
  return sent
}
