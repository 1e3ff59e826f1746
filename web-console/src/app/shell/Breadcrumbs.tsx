import { useTranslation } from 'react-i18next'
import { Link, useMatches } from 'react-router'
import { useSession } from '@/api/session'
import { useCurrentTitle } from '@/kit/page/usePageTitle'
import { useProfile } from '@/kit/permissions'
import type { PageHandle } from '../router/routes'
import styles from './Breadcrumbs.module.css'
import { useScreenTitle } from './useScreenTitle'

/** Groups named in full before the rest is counted. */
const NAMED_GROUPS = 1

/** Project and group in view, then the way to the page. */
export function Breadcrumbs() {
  const { t } = useTranslation('shell')
  const titleOf = useScreenTitle()
  const title = useCurrentTitle()
  const session = useSession()
  const profile = useProfile()
  const handle = useMatches()
    .map(({ handle: one }) => one as PageHandle | undefined)
    .findLast((one) => one !== undefined)

  // Until it is known what the page is of, it has the name of the section.
  const isBelow = handle?.kind === 'edit' || handle?.kind === 'page'
  const hasOwnTitle = isBelow && title !== '' && title !== titleOf(handle.key)

  const groups = profile?.domains ?? []
  const scope = groups.slice(0, NAMED_GROUPS).map(({ name }) => name)
  if (groups.length > NAMED_GROUPS)
    scope.push(t('moreGroups', { count: groups.length - NAMED_GROUPS }))

  return (
    <nav className={styles.crumbs} aria-label={t('breadcrumbs')}>
      <span className={styles.scope} title={groups.map(({ name }) => name).join(', ')}>
        <strong>{session?.project.name}</strong>
        {scope.length > 0 && <span>{scope.join(', ')}</span>}
      </span>
      {handle && (
        <ol>
          <li>
            {handle.kind === 'add' || handle.kind === 'edit' || handle.kind === 'page' ? (
              <Link to={handle.path}>{titleOf(handle.key)}</Link>
            ) : (
              <span aria-current="page">{titleOf(handle.key)}</span>
            )}
          </li>
          {handle.kind === 'add' && <li aria-current="page">{t('adding')}</li>}
          {hasOwnTitle && (
            <li aria-current="page" className={styles.row} title={title}>
              {title}
            </li>
          )}
        </ol>
      )}
    </nav>
  )
}
