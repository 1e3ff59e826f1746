export interface Place {
  row: number
  column: number
}

/** Rows of a page of the keyboard. */
const PAGE = 10

/** Where a key leads from a cell; undefined for a key that does not move. */
export function moved(
  { row, column }: Place,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  size: { rows: number; columns: number },
): Place | undefined {
  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1)
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: within(nextRow, size.rows),
    column: within(nextColumn, size.columns),
  })
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column)
    case 'ArrowDown':
      return to(row + 1, column)
    case 'ArrowLeft':
      return to(row, column - 1)
    case 'ArrowRight':
      return to(row, column + 1)
    case 'PageUp':
      return to(row - PAGE, column)
    case 'PageDown':
      return to(row + PAGE, column)
    case 'Home':
      return to(ctrlKey ? 0 : row, 0)
    case 'End':
      return to(ctrlKey ? size.rows : row, size.columns)
    default:
      return undefined
  }
}
