import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { isApiError } from '@/api/errors'
import { ErrorState } from '@/kit/feedback/ErrorState'
import { NativeButton } from '@/kit/native'
import { PartNotLoaded } from '../importWithRetry'
import { Forbidden, NotFound } from './NotFound'
import styles from './states.module.css'

/** In place of a page that could not be shown. */
export function RouteError() {
  const { t } = useTranslation('shell')
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (isRouteErrorResponse(error) && error.status === 403) return <Forbidden />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (isApiError(error)) {
    return <ErrorState error={error} onRetry={() => void revalidate()} />
  }
  const kind = error instanceof PartNotLoaded ? 'missing' : 'crash'
  return (
    <div className={styles.blank} role="alert">
      <h1>{t(`options.failures.${kind}.title`)}</h1>
      <p>{t(`options.failures.${kind}.text`)}</p>
      <NativeButton variant="primary" onClick={() => location.reload()}>
        {t('reload')}
      </NativeButton>
    </div>
  )
}
