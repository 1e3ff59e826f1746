import type { Column } from './types'

const DEFAULT_WIDTH = 160
/** How far a column is narrowed before the table scrolls sideways. */
const NARROWEST = 0.66
/** Narrower columns hold one short thing, which must stay whole. */
const RIGID = 110

/** Widths of the columns with the selection and the actions, for `grid-template-columns`. */
export function columnWidths<Row>(
  columns: Column<Row>[],
  { isSelectable, hasActions }: { isSelectable: boolean; hasActions: boolean },
): string {
  const tracks = columns.map(({ width = DEFAULT_WIDTH }) => {
    const least = width <= RIGID ? width : Math.max(RIGID, Math.round(width * NARROWEST))
    return `minmax(${least}px, ${width}fr)`
  })
  return [isSelectable ? 'var(--pick)' : '', ...tracks, hasActions ? '48px' : '']
    .filter((track) => track !== '')
    .join(' ')
}
