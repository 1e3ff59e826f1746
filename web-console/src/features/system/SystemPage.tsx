import { ReloadOutlined } from '@ant-design/icons'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { useServerInfo, type ServerInfo } from './api'
import { isMixed, sizeText, totalsOf } from './figures'
import { Pods } from './Pods'
import { Services } from './Services'
import styles from './system.module.css'

/** How the platform is: its version, its services, what they store and what waits for them. */
export default function SystemPage() {
  const { t } = useTranslation('system')
  const { data, error, isFetching, refetch } = useServerInfo()
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <Button icon={<ReloadOutlined />} loading={isFetching} onClick={() => void refetch()}>
          {t('refresh')}
        </Button>
      }
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && <Info info={data} />}
    </Page>
  )
}

function Info({ info }: { info: ServerInfo }) {
  const { t, i18n } = useTranslation('system')
  const totals = totalsOf(info.services)
  return (
    <div className={styles.system}>
      {isMixed(info) && <Alert type="info" showIcon title={t('mixed')} />}
      {totals.dead > 0 && (
        <Alert type="warning" showIcon title={t('dead', { count: totals.dead })} />
      )}
      <dl className={styles.figures}>
        <Figure name={t('version')} value={info.version} />
        <Figure name={t('ready')} value={`${totals.ready} / ${info.services.length}`} />
        <Figure name={t('storage')} value={sizeText(totals.bytes, i18n.language)} />
        <Figure name={t('waiting')} value={totals.waiting.toLocaleString(i18n.language)} />
      </dl>
      <Services services={info.services} />
      {info.pods && <Pods pods={info.pods} />}
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
