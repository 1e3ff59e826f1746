import { useLocation, useSearchParams } from 'react-router'

interface Defaults {
  /** At `/{id}`, where it is known what there is. */
  page: string
  /** At `/add` and `/{id}/edit`. */
  form: string
}

/** The tab that is open, and the one that is where the address names none. */
export function useOpenTab({ page, form }: Defaults): [string, string] {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const isForm = pathname.endsWith('/edit') || pathname.endsWith('/add')
  const defaultTab = isForm ? form : page
  return [params.get('tab') ?? defaultTab, defaultTab]
}
