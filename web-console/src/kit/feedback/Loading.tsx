import { Skeleton, type SkeletonProps } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './states.module.css'

/**
 * The outline of what loads. A screen reader hears one word: the library draws the title of the outline as an empty
 * heading, which would stand among the headings of the page.
 */
export function Loading({ className, ...outline }: Omit<SkeletonProps, 'active' | 'loading'>) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className={className ?? styles.loading}>
      <div aria-hidden>
        <Skeleton active {...outline} />
      </div>
    </div>
  )
}

/** The place of a picture that loads. */
export function LoadingPicture({ className }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton.Node active className={className} />
    </div>
  )
}
