import type { Site } from './site.js'

interface Page<Row> {
  items: Row[]
  total: number
}

/** The most that a list gives at once. */
const PAGE_SIZE = 100

/** Every row of a list, page after page: `for await (const user of rowsOf(listUsers, {}, site))`. */
export async function* rowsOf<Parameters extends object, Row>(
  list: (parameters: Parameters & { page: number; size: number }, site: Site) => Promise<Page<Row>>,
  parameters: Parameters,
  site: Site,
): AsyncGenerator<Row> {
  for (let page = 1, seen = 0; ; page++) {
    // The next page is asked for when somebody has come so far.
    // oxlint-disable-next-line no-await-in-loop
    const { items, total } = await list({ ...parameters, page, size: PAGE_SIZE }, site)
    yield* items
    seen += items.length
    if (items.length === 0 || seen >= total) return
  }
}

/** A filter of a list; GET /api/v0/resources/meta names the fields and rules of each. All of them must hold. */
export function filters(...items: { field: string; rule: string; value: unknown }[]): string {
  return JSON.stringify({ items })
}
