import { useEffect, useRef, useState, type RefObject } from 'react'

/** Head, rows and bar of a table that is wider than the page: they scroll sideways together. */
export function useSideScroll(table: RefObject<HTMLTableElement | null>) {
  const bar = useRef<HTMLDivElement>(null)
  /** Of the columns, when the page has less. */
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const body = table.current?.tBodies[0]
    const head = table.current?.tHead
    if (!body || !head) return undefined
    const follow = (event: Event) => {
      const from = event.currentTarget as HTMLElement
      for (const each of [head, body, bar.current]) {
        if (each && each !== from && each.scrollLeft !== from.scrollLeft) {
          each.scrollLeft = from.scrollLeft
        }
      }
    }
    const observer = new ResizeObserver(() => {
      setWidth(head.scrollWidth > head.clientWidth + 1 ? head.scrollWidth : 0)
    })
    const row = head.rows[0]
    if (row) observer.observe(row)
    observer.observe(head)
    const parts = [head, body, bar.current].filter((each) => each !== null)
    for (const each of parts) each.addEventListener('scroll', follow, { passive: true })
    return () => {
      observer.disconnect()
      for (const each of parts) each.removeEventListener('scroll', follow)
    }
  }, [table])
  return { bar, width, isSideways: width > 0 }
}
