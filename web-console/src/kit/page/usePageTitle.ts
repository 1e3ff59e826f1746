import { useEffect } from 'react'
import { PRODUCT } from '../brand/product'

/** Ends the title of every page. */
export const TITLE_SUFFIX = PRODUCT

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${TITLE_SUFFIX}` : TITLE_SUFFIX
  }, [title])
}
