import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { useServerMessage } from '@/kit/errors'
import { StatusTag } from '@/kit/status'
import type { ImportResult, RowError } from '../api'
import styles from './import.module.css'
import type { Verdict } from './useImport'

/** The heading is the first row of the table, and people count from one. */
const HEADING_ROWS = 2
const PAGE_SIZE = 20
/** The server stops telling after this many. */
const MAX_ERRORS = 1_000

/** What an import would do, did, or why it cannot. */
export function ImportVerdict({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation('structure')
  const { kind, result, errors } = verdict
  const tone = { checked: 'success', imported: 'success', refused: 'error' } as const
  return (
    <section className={styles.verdict} role="status">
      <StatusTag tone={tone[kind]}>
        {kind === 'refused'
          ? t('import.refused', { count: errors.length })
          : t(`options.verdicts.${kind}`)}
      </StatusTag>
      {result && kind !== 'refused' && <Counts result={result} />}
      {errors.length > 0 && <Errors errors={errors} />}
    </section>
  )
}

function Counts({ result }: { result: ImportResult }) {
  const { t } = useTranslation('structure')
  const counts = [
    ['rows', result.rows],
    ['domains', result.domains_created],
    ['users', result.users_created],
    ['identifiers', result.identifiers_created],
    ['unchanged', result.unchanged],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(([key, count]) => (
        <div key={key}>
          <dd className="tabular">{count}</dd>
          <dt>{t(`options.results.${key}`)}</dt>
        </div>
      ))}
    </dl>
  )
}

function Errors({ errors }: { errors: RowError[] }) {
  const { t } = useTranslation('structure')
  const message = useServerMessage()
  const rows = errors.map((error, at) => ({ ...error, key: at }))
  return (
    <>
      <Table
        size="small"
        dataSource={rows}
        pagination={
          rows.length > PAGE_SIZE && { pageSize: PAGE_SIZE, showSizeChanger: false, size: 'small' }
        }
        scroll={{ y: 320 }}
        columns={[
          {
            title: t('import.row'),
            dataIndex: 'index',
            width: 80,
            align: 'end',
            render: (index: number) => <span className="tabular">{index + HEADING_ROWS}</span>,
          },
          {
            title: t('import.column'),
            dataIndex: 'field',
            width: 160,
            render: (field: string) => field || t('import.wholeRow'),
          },
          { title: t('import.problem'), dataIndex: 'message', render: message },
        ]}
      />
      {errors.length >= MAX_ERRORS && <p>{t('import.moreErrors', { count: MAX_ERRORS })}</p>}
    </>
  )
}
