import { PoweroffOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/kit/feedback'
import styles from './RemoteControl.module.css'

interface Props {
  why: 'closed' | 'over'
  onAgain: () => void
}

/** In place of a session that is over. */
export function Ended({ why, onAgain }: Props) {
  const { t } = useTranslation('remote-control')
  const again = useRef<HTMLButtonElement>(null)
  // What had the focus went with the session.
  useEffect(() => again.current?.focus(), [])
  return (
    <section className={styles.card} role="status">
      <EmptyState
        icon={PoweroffOutlined}
        title={t(`options.ended.${why}.title`)}
        text={t(`options.ended.${why}.text`)}
        action={
          <Button ref={again} type="primary" onClick={onAgain}>
            {t('again')}
          </Button>
        }
      />
    </section>
  )
}
