import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '@/kit/status'
import type { ServiceInfo } from './api'
import { Detail } from './Detail'
import { sizeText } from './figures'
import styles from './system.module.css'

/** Services that have words here; others are shown by their own names alone. */
const KNOWN = [
  'api-gateway',
  'identity',
  'domains',
  'access',
  'device-gateway',
  'telephony',
  'licensing',
  'amenities',
  'notifications',
] as const

interface Props {
  services: ServiceInfo[]
  /** Shows what a service could not process; absent for those who may not see it. */
  onDead?: (service: string) => void
}

/** Each service with what it says of itself. */
export function Services({ services, onDead }: Props) {
  const { t } = useTranslation('system')
  return (
    <section aria-label={t('services')}>
      <h2 className={styles.heading}>{t('services')}</h2>
      <ul className={styles.services}>
        {services.map((service) => (
          <Service key={service.name} service={service} onDead={onDead} />
        ))}
      </ul>
    </section>
  )
}

function Service({ service, onDead }: { service: ServiceInfo; onDead: Props['onDead'] }) {
  const { t, i18n } = useTranslation('system')
  const known = KNOWN.find((name) => name === service.name)
  const { database_bytes: bytes, waiting_events: waiting, dead_events: dead } = service
  return (
    <li>
      <span className={styles.name}>
        <b>{service.name}</b>
        {known && <small>{t(`options.services.${known}`)}</small>}
      </span>
      <StatusTag tone={service.is_ready ? 'success' : 'error'}>
        {service.is_ready ? t('isReady') : t('isNotReady')}
      </StatusTag>
      <dl>
        <Detail name={t('version')} value={service.version} />
        <Detail
          name={t('database')}
          value={bytes === null ? null : sizeText(bytes, i18n.language)}
        />
        <Detail name={t('queued')} value={waiting?.toLocaleString(i18n.language)} />
        <Detail
          name={t('deadEvents')}
          value={
            dead && onDead ? (
              <Button danger size="small" onClick={() => onDead(service.name)}>
                {t('lettersOf', { count: dead })}
              </Button>
            ) : (
              dead?.toLocaleString(i18n.language)
            )
          }
          isBad={!!dead}
        />
        {service.leader !== null && (
          <Detail
            name={t('leader')}
            value={<span className="mono">{service.leader || '–'}</span>}
          />
        )}
      </dl>
      {service.message && <p>{service.message}</p>}
    </li>
  )
}
