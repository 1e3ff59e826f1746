import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react'
import { useIsPrinting } from './useIsPrinting'

/** Up to this many rows all are in the document, where the browser's own search finds them. */
export const PLAIN_ROWS = 60
/** Rows beyond the edges of the screen, so that a turn of the wheel shows no gap. */
const OVERSCAN = 6
/** Pixels that the head and the footer of a list cover at the edges of the page. */
export const HEAD_HEIGHT = 40
export const FOOTER_HEIGHT = 48

interface Options {
  count: number
  /** Of a row that has not been drawn yet, in pixels. */
  height: number
  gap?: number
  /** What holds the rows; it lies in the scrolling page. */
  body: RefObject<HTMLElement | null>
  /** The row that the keyboard is on, brought into sight; -1 for none. */
  activeIndex: number
}

interface VirtualRows {
  /** Of the rows to draw. */
  indexes: number[]
  /** Room for the rows before and after these. */
  padding: CSSProperties | undefined
  /** Told the element of each row, which has its index as `data-index`. */
  measure: ((element: Element | null) => void) | undefined
}

/** Which of many rows are to be drawn: those in sight; all of a few, and all on paper. */
export function useVirtualRows(options: Options): VirtualRows {
  const { count, height, gap = 0, body, activeIndex } = options
  const isPrinting = useIsPrinting()
  const isVirtual = count > PLAIN_ROWS && !isPrinting
  const [start, setStart] = useState(0)
  const virtualizer = useVirtualizer<Element, Element>({
    count,
    gap,
    enabled: isVirtual,
    getScrollElement: () => scrollerOf(body.current),
    estimateSize: () => height,
    overscan: OVERSCAN,
    // Scroll events of one frame share a drawing; the rows beyond the edges are there meanwhile.
    useFlushSync: false,
    scrollMargin: start,
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: FOOTER_HEIGHT,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement,
  })
  useLayoutEffect(() => {
    const rows = body.current
    if (!isVirtual || !rows) return undefined
    const place = () => setStart(offsetOf(rows))
    place()
    // What stands above the rows changes its height, and with it what holds both: the chips of the filter, a bar of the
    // shell. An observer is told after the layout; to ask at each turn of the wheel would make one more.
    const observer = new ResizeObserver(place)
    for (const holder of holdersOf(rows)) observer.observe(holder)
    return () => observer.disconnect()
  }, [isVirtual, body])
  useEffect(() => {
    if (isVirtual && activeIndex >= 0) virtualizer.scrollToIndex(activeIndex)
  }, [isVirtual, activeIndex, virtualizer])

  if (!isVirtual) {
    return {
      indexes: Array.from({ length: count }, (_row, at) => at),
      padding: undefined,
      measure: undefined,
    }
  }
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  const before = first ? first.start - start : 0
  const after = last ? virtualizer.getTotalSize() - (last.end - start) : virtualizer.getTotalSize()
  return {
    indexes: items.map(({ index }) => index),
    padding: { paddingTop: before, paddingBottom: Math.max(after, 0) },
    measure: virtualizer.measureElement,
  }
}

/** Never read from the layout, which the browser would have to make for each row: the observer brings what differs. */
const measureElement = (
  element: Element,
  entry: ResizeObserverEntry | undefined,
  { indexFromElement, itemSizeCache, options }: Virtualizer<Element, Element>,
): number => {
  const box = entry?.borderBoxSize[0]
  if (box) return Math.round(box.blockSize)
  const index = indexFromElement(element)
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index)
}

const scrollerOf = (element: HTMLElement | null) =>
  element?.closest('#page') ?? document.documentElement

/** What lies between the rows and the page that scrolls. */
function holdersOf(rows: HTMLElement): HTMLElement[] {
  const holders: HTMLElement[] = []
  const scroller = scrollerOf(rows)
  for (let each = rows.parentElement; each && each !== scroller; each = each.parentElement) {
    holders.push(each)
  }
  return holders
}

/** Where the rows begin in what scrolls, in pixels. */
function offsetOf(body: HTMLElement): number {
  const scroller = scrollerOf(body)
  const offset =
    body.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
  return Math.round(offset)
}
