/** How one item of a bulk change ended. */
export type Outcome<Row> =
  | { row: Row; state: 'done' }
  | { row: Row; state: 'failed'; error: unknown }
  /** Cancelled before its turn. */
  | { row: Row; state: 'skipped' }

export interface RunOptions {
  /** Once it is aborted no further item begins; those under way end. */
  signal?: AbortSignal
  onProgress?: (ended: number) => void
}

/** Calls at a time: quick for the person, and no flood for the server. */
export const WIDTH = 4

/** Does something to each row by a call of its own, and answers for each, in the order of the rows. */
export async function runEach<Row>(
  rows: Row[],
  act: (row: Row) => Promise<unknown>,
  { signal, onProgress }: RunOptions = {},
): Promise<Outcome<Row>[]> {
  const outcomes = rows.map((row): Outcome<Row> => ({ row, state: 'skipped' }))
  let next = 0
  let ended = 0
  const work = async (): Promise<void> => {
    const at = next++
    const row = rows[at]
    if (row === undefined || signal?.aborted) return
    try {
      await act(row)
      outcomes[at] = { row, state: 'done' }
    } catch (error) {
      outcomes[at] = { row, state: 'failed', error }
    }
    onProgress?.(++ended)
    await work()
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  return outcomes
}

/** Items in calls of at most `size`, one call after the other; the answers together. */
export async function inBatches<Item, Answer>(
  items: Item[],
  size: number,
  call: (batch: Item[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  if (items.length === 0) return []
  const answers = await call(items.slice(0, size))
  return [...answers, ...(await inBatches(items.slice(size), size, call))]
}
