import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import { RelativeTime } from '@/kit/time'
import type { Pod, Pods as PodsInfo } from './api'
import { Detail } from './Detail'
import { podTone } from './figures'
import styles from './system.module.css'

/** What the services run in, as Kubernetes says. */
export function Pods({ pods }: { pods: PodsInfo }) {
  const { t } = useTranslation('system')
  return (
    <section aria-label={t('pods')}>
      <h2 className={styles.heading}>{t('pods')}</h2>
      {pods.message ? (
        <Alert type="warning" showIcon title={t('podsUnknown')} description={pods.message} />
      ) : (
        <ul className={styles.services}>
          {pods.items.map((pod) => (
            <PodRow key={pod.name} pod={pod} />
          ))}
        </ul>
      )}
    </section>
  )
}

function PodRow({ pod }: { pod: Pod }) {
  const { t, i18n } = useTranslation('system')
  return (
    <li>
      <span className={styles.name}>
        <b>{pod.part || pod.name}</b>
        <small className="mono">{pod.name}</small>
      </span>
      <StatusTag tone={podTone(pod)}>
        {pod.phase === 'Running' && !pod.is_ready ? t('isNotReady') : pod.phase}
      </StatusTag>
      <dl>
        <Detail
          name={t('restarts')}
          value={pod.restarts.toLocaleString(i18n.language)}
          isBad={pod.restarts > 0}
        />
        <Detail name={t('reason')} value={pod.reason} />
        <Detail name={t('since')} value={<RelativeTime value={pod.started_at} />} />
        <Detail name={t('node')} value={pod.node} />
      </dl>
    </li>
  )
}
