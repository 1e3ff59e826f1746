import { CameraOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Reason } from '@/kit/feedback'
import { ExactTime } from '@/kit/time'
import type { Identifier } from './api'
import { LearnedDoors } from './LearnedDoors'
import styles from './photo.module.css'

const PhotoDialog = lazy(() => import('./PhotoDialog'))

/** Of a face: its photo, and the doors that have learned it. */
export function PhotoPanel({
  identifier,
  readOnly,
}: {
  identifier: Identifier
  readOnly: string | false
}) {
  const { t } = useTranslation('identifiers')
  const [isOpen, setOpen] = useState(false)
  const { id, name, photo_taken_at: takenAt } = identifier
  return (
    <section className={styles.panel} aria-label={t('photo.section')}>
      <h2>{t('photo.section')}</h2>
      <p className={styles.soft}>{t('photo.sectionText')}</p>
      {takenAt ? (
        <p>
          {t('photo.takenAt')} <ExactTime value={takenAt} />
        </p>
      ) : (
        <p>{t('photo.none')}</p>
      )}
      <Reason why={readOnly}>
        <Button
          icon={<CameraOutlined />}
          disabled={Boolean(readOnly)}
          onClick={() => setOpen(true)}
        >
          {t(takenAt ? 'photo.replace' : 'photo.choose')}
        </Button>
      </Reason>
      {takenAt && <LearnedDoors id={id} mayRetry={readOnly === false} />}
      {isOpen && (
        <Suspense>
          <PhotoDialog id={id} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
