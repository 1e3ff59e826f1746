import { expect, type Page } from '@playwright/test'

/** A call of the API as the person who is signed in on a page, for what a test only prepares. */
export async function call<Answer>(
  page: Page,
  method: string,
  path: string,
  data?: object,
): Promise<Answer> {
  const token = await page.evaluate(() => {
    const text = localStorage.getItem('session') ?? sessionStorage.getItem('session')
    const { sessions } = JSON.parse(text ?? '{}') as { sessions?: { token: string }[] }
    return sessions?.[0]?.token ?? ''
  })
  const answer = await page.request.fetch(`/api/v0/${path}`, {
    method,
    data,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (await answer.json()) as Answer
}

export interface Row {
  id: number
  name: string
}

/** The first row of a list that has this name; else the first. */
export async function rowNamed(page: Page, path: string, name: string): Promise<Row> {
  const { items } = await call<{ items: Row[] }>(page, 'GET', `${path}?size=100`)
  const found = items.find((row) => row.name === name) ?? items[0]
  if (!found) throw new Error(`nothing in ${path}`)
  return found
}
