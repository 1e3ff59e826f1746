import { DatePicker, Pagination, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState, Loading } from '@/kit/feedback'
import { DownloadMenu } from '@/kit/files'
import { useListState } from '@/kit/list'
import { Page, Panel } from '@/kit/page'
import { useCan } from '@/kit/permissions'
import { useDateFormat } from '@/kit/time'
import { PieChartOutlined } from '@ant-design/icons'
import { useGroupLicenses, useLicensesOverPeriod, useUsedLicenses, type UsedLicenses } from './api'
import styles from './licenses.module.css'
import { VIEW_GROUP } from './needs'
import { PeriodChart } from './PeriodChart'
import { QuotaBar } from './QuotaBar'
import { useLicenseWords } from './useLicenseWords'

const KINDS = ['sip', 'mobile_app', 'ukey2'] as const
const SIZE = 20
const DATE = 'YYYY-MM-DD'

/** How many licences are used: by group, and over time. */
export default function ReportsPage() {
  const { t } = useTranslation('licenses')
  const list = useListState({ sort: 'name' })
  return (
    <Page
      title={t('reports.title')}
      note={t('reports.note')}
      actions={
        <DownloadMenu path="/reports/licenses/used/download" name="licenses" query={list.query} />
      }
    >
      <div className={styles.page}>
        <Panel title={t('reports.used')}>
          <Used />
        </Panel>
        <Panel title={t('reports.period')}>
          <OverPeriod />
        </Panel>
      </div>
    </Page>
  )
}

function Used() {
  const { t } = useTranslation('licenses')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useUsedLicenses({ page, size: SIZE })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} />
  if (data.total === 0) {
    return (
      <EmptyState icon={PieChartOutlined} title={t('reports.none')} text={t('reports.noneText')} />
    )
  }
  return (
    <>
      <ul className={styles.tree}>
        {data.items.map((row) => (
          <UsedRow key={row.domain?.id} row={row} />
        ))}
      </ul>
      <Pagination
        hideOnSinglePage
        current={page}
        pageSize={SIZE}
        total={data.total}
        showSizeChanger={false}
        onChange={setPage}
      />
    </>
  )
}

function UsedRow({ row }: { row: UsedLicenses }) {
  const { t } = useTranslation('licenses')
  const { datePattern } = useDateFormat()
  const day = (at: string | null) => (at ? dayjs(at).format(datePattern) : '…')
  return (
    <li>
      <span className={styles.treeName}>
        <b>{row.domain?.name}</b>
        {row.is_active && <small>{t('reports.hasLimits')}</small>}
        {row.period?.is_active && (
          <small>
            {day(row.period.from)} – {day(row.period.to)}
          </small>
        )}
      </span>
      <div className={styles.quotas}>
        {row.quotas.map((quota) => (
          <QuotaBar key={quota.kind} quota={quota} />
        ))}
      </div>
    </li>
  )
}

function OverPeriod() {
  const { t } = useTranslation('licenses')
  const { kindOf } = useLicenseWords()
  const { datePattern } = useDateFormat()
  const { can, meets } = useCan()
  const { data: groups } = useGroupLicenses(!meets(VIEW_GROUP))
  const [range, setRange] = useState<[Dayjs, Dayjs]>([dayjs().subtract(29, 'day'), dayjs()])
  const [kind, setKind] = useState<string>('sip')
  const own = groups?.items.flatMap(({ domain }) => (domain ? [domain] : [])) ?? []
  const whole = can('can_view_all_domains') ? [{ id: 0, name: t('project') }] : []
  const choices = [...whole, ...own]
  const [chosen, setChosen] = useState<number>()
  const domainId = chosen ?? choices[0]?.id
  return (
    <div className={styles.form}>
      <div className={styles.controls}>
        <Select
          aria-label={t('reports.group')}
          value={domainId}
          options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        <Select
          aria-label={t('reports.kind')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: kindOf(value) }))}
          onChange={setKind}
        />
        <DatePicker.RangePicker
          aria-label={t('reports.period')}
          allowClear={false}
          format={datePattern}
          value={range}
          onChange={(dates) => dates?.[0] && dates[1] && setRange([dates[0], dates[1]])}
        />
      </div>
      {domainId === undefined ? (
        <p className={styles.soft}>{t('reports.noGroup')}</p>
      ) : (
        <Chart domainId={domainId} kind={kind} range={range} />
      )}
    </div>
  )
}

interface ChartProps {
  domainId: number
  kind: string
  range: [Dayjs, Dayjs]
}

function Chart({ domainId, kind, range }: ChartProps) {
  const { data, error, refetch } = useLicensesOverPeriod({
    domainId,
    from: range[0].format(DATE),
    to: range[1].format(DATE),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading title={false} />
  return <PeriodChart days={data.days} kind={kind} />
}
