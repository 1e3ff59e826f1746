import type { Page } from '@playwright/test'
import { users } from './accessData'
import { answerPeople } from './people'

/** Rows of the largest page that lists have. */
export const SIZE = 500

/** Answers as for people, with a list of 500 of them on one page. */
export async function answerLongList(page: Page): Promise<void> {
  await answerPeople(page)
  const items = Array.from({ length: SIZE }, (_, at) => ({
    ...users[at % users.length]!,
    id: at + 1,
    name: `Person ${at + 1}`,
  }))
  await page.route(/\/api\/v0\/users(\?|$)/, (route) => {
    const size = Number(new URL(route.request().url()).searchParams.get('size') ?? 20)
    return route.fulfill({ json: { items: items.slice(0, size), total: SIZE, page: 1, size } })
  })
}
