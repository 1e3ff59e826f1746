import { Alert, Button, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CardPreview, CardReading } from '@/api/generated/files'
import styles from './ImportPage.module.css'
import type { IdentifierImport } from './useIdentifierImport'

const READINGS = ['dec', 'hex', 'hex_reversed', 'facility'] as const satisfies CardReading[]

interface Props {
  job: IdentifierImport
  onChoose: (reading: CardReading) => void
}

/** The cards of a table in every reading, side by side: the same digits are another card in each. */
export function ImportReadings({ job, onChoose }: Props) {
  const { t } = useTranslation('identifiers')
  const { found } = job
  if (!found || found.preview.length === 0) return null
  const hitsOf = (reading: CardReading) =>
    found.readings.find(({ format }) => format === reading) ?? { readable: 0, known: 0 }
  const columns = READINGS.map((reading) => ({
    key: reading,
    title: (
      <>
        <div>{t(`options.readings.${reading}`)}</div>
        <small className={styles.hint}>{t('import.hits', hitsOf(reading))}</small>
        <div>
          <Button
            size="small"
            type={found.format === reading ? 'primary' : 'default'}
            aria-pressed={found.format === reading}
            disabled={hitsOf(reading).readable === 0 || job.isCarrying}
            loading={job.isLoading && found.format !== reading}
            onClick={() => onChoose(reading)}
          >
            {found.format === reading ? t('import.chosen') : t('import.choose')}
          </Button>
        </div>
      </>
    ),
    render: (_: unknown, card: CardPreview) => <span className="mono">{card[reading] ?? '—'}</span>,
  }))
  return (
    <section className={styles.step}>
      <h2>{t('import.cards')}</h2>
      {found.format === null && <Alert type="warning" showIcon title={t('import.mustChoose')} />}
      <Table
        size="small"
        rowKey={({ value }) => value}
        dataSource={found.preview}
        pagination={false}
        scroll={{ x: 720, y: 320 }}
        columns={[
          {
            title: t('import.written'),
            width: 150,
            render: (_: unknown, { value }) => <span className="mono">{value}</span>,
          },
          ...columns,
        ]}
      />
    </section>
  )
}
