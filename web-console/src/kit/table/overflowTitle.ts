import type { SyntheticEvent } from 'react'

/** For a table's `onMouseOver` and `onFocus`: what a cell cuts off is its tooltip. A cell that nobody points at costs nothing. */
export function showOverflowTitle({ target }: SyntheticEvent) {
  const cell = target instanceof Element && target.closest<HTMLElement>('td, th')
  if (!cell) return
  if (isCut(cell)) cell.title = cell.textContent.trim()
  else cell.removeAttribute('title')
}

const isCut = (cell: HTMLElement) =>
  [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
  )
