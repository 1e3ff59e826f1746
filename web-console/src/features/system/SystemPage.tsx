import { ApiOutlined, ReloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { Page } from '@/kit/page'
import { useProfile } from '@/kit/permissions'
import { useServerInfo, type ServerInfo } from './api'
import { isMixed, sizeText, totalsOf } from './figures'
import { Installation } from './Installation'
import { Pods } from './Pods'
import { Services } from './Services'
import styles from './system.module.css'

const DeadLettersDialog = lazy(() => import('./DeadLettersDialog'))

/** How the platform is: its version, its services, what they store and what waits for them. */
export default function SystemPage() {
  const { t } = useTranslation('system')
  const { data, error, isFetching, refetch } = useServerInfo()
  return (
    <Page
      title={t('title')}
      note={t('note')}
      actions={
        <>
          <Button icon={<ApiOutlined />} href="/api-reference" target="_blank">
            {t('apiReference')}
          </Button>
          <Button icon={<ReloadOutlined />} loading={isFetching} onClick={() => void refetch()}>
            {t('refresh')}
          </Button>
        </>
      }
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading paragraph={{ rows: 10 }} />}
      {data && <Info info={data} />}
    </Page>
  )
}

function Info({ info }: { info: ServerInfo }) {
  const { t, i18n } = useTranslation('system')
  const isOperator = useProfile()?.is_dealer ?? false
  const [shown, setShown] = useState<string>()
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
      <Services services={info.services} onDead={isOperator ? setShown : undefined} />
      {info.pods && <Pods pods={info.pods} />}
      {isOperator && <Installation />}
      {shown && (
        <Suspense>
          <DeadLettersDialog service={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
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
