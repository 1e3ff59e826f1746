import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { Page, Panel } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { StatusTag } from '@/kit/status'
import { ExactTime } from '@/kit/time'
import { AddLicense } from './AddLicense'
import { useFeatures, useLicenses } from './api'
import { GroupTree } from './GroupTree'
import { LicenseList } from './LicenseList'
import styles from './licenses.module.css'
import { MANAGE, VIEW, VIEW_GROUP } from './needs'
import { useLicenseWords } from './useLicenseWords'

/** The licences of the project, what they give, and what its groups have of it. */
export default function LicensesPage() {
  const { t } = useTranslation('licenses')
  const { meets } = useCan()
  return (
    <Page title={t('title')} note={t('note')} actions={meets(MANAGE) && <AddLicense />}>
      <div className={styles.page}>
        {meets(VIEW) && <Licenses />}
        {meets(VIEW_GROUP) && (
          <Panel title={t('groups.title')}>
            <GroupTree />
          </Panel>
        )}
        <Panel title={t('features')}>
          <Features />
        </Panel>
      </div>
    </Page>
  )
}

function Licenses() {
  const { t } = useTranslation('licenses')
  const { data, error, refetch } = useLicenses(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <LicenseList licenses={data.items} />
      <dl className={styles.ids}>
        <div>
          <dt>{t('projectUid')}</dt>
          <dd className="mono">{data.project_uid || '–'}</dd>
        </div>
        <div>
          <dt>{t('instanceId')}</dt>
          <dd className="mono">{data.instance_id}</dd>
        </div>
      </dl>
    </>
  )
}

/** What is on and off, and until when what exists goes on. */
function Features() {
  const { t } = useTranslation('licenses')
  const { featureOf } = useLicenseWords()
  const { data, error, refetch } = useFeatures()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} />
  return (
    <ul className={styles.featureList}>
      {data.items.map((feature) => (
        <li key={feature.name}>
          <span>{featureOf(feature.name)}</span>
          <StatusTag
            tone={feature.is_enabled ? 'success' : feature.grace_until ? 'warning' : 'neutral'}
          >
            {feature.is_enabled ? t('on') : feature.grace_until ? t('grace') : t('off')}
          </StatusTag>
          {feature.grace_until && <ExactTime value={feature.grace_until} />}
        </li>
      ))}
    </ul>
  )
}
