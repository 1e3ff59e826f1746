import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { typedFields, useReadOnly } from '@/kit/form'
import { NumbersField } from './NumbersField'
import styles from './queues.module.css'
import { ErrorField, NoAnswerField } from './RedirectFields'
import { TrunkNumbers } from './TrunkNumbers'
import { WhenFields } from './WhenFields'

const F = typedFields<Record<string, unknown>>()

interface Props {
  /** Path of the queue in the form's values. */
  name: string
  /** Of its own, while the queues change places. */
  id: string
  /** From 0. */
  at: number
  count: number
  isOfGroup: boolean
  nameOf: (number: string) => string
  onMove: (to: number) => void
  onRemove: () => void
}

/** One queue: whom it rings, for how long, when, and what comes next. */
export function QueueCard(props: Props) {
  const { name, id, at, count, isOfGroup, nameOf, onMove, onRemove } = props
  const { t } = useTranslation('forward-rules')
  const title = t('queue', { number: at + 1 })
  const isLast = at === count - 1
  return (
    <li className={styles.card}>
      <section aria-label={title}>
        <header>
          <span className={styles.badge} aria-hidden>
            {at + 1}
          </span>
          <h2>{title}</h2>
          <MoveButtons id={id} title={title} at={at} count={count} onMove={onMove} />
          <RemoveButton title={title} onRemove={onRemove} />
        </header>
        <div className={styles.fields}>
          <NumbersField
            name={`${name}.numbers`}
            label={t('fields.numbers')}
            nameOf={nameOf}
            isWide
          />
          <TrunkNumbers name={name} isOfGroup={isOfGroup} />
          <F.Number
            name={`${name}.params.timeout`}
            label={t('fields.timeout')}
            min={5}
            max={600}
            unit={t('seconds')}
            isRequired
          />
          <span className={styles.filler} />
          {!isLast && <NoAnswerField name={name} />}
          {!isLast && <ErrorField name={name} />}
          <WhenFields name={name} />
        </div>
      </section>
    </li>
  )
}

interface MoveProps {
  id: string
  title: string
  at: number
  count: number
  onMove: (to: number) => void
}

function MoveButtons({ id, title, at, count, onMove }: MoveProps) {
  const { t } = useTranslation('forward-rules')
  const readOnly = useReadOnly()
  if (count < 2) return null
  return (
    <>
      <Button
        id={`${id}-up`}
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={Boolean(readOnly) || at === 0}
        aria-label={t('moveUp', { name: title })}
        onClick={() => onMove(at - 1)}
      />
      <Button
        id={`${id}-down`}
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={Boolean(readOnly) || at === count - 1}
        aria-label={t('moveDown', { name: title })}
        onClick={() => onMove(at + 1)}
      />
    </>
  )
}

function RemoveButton({ title, onRemove }: { title: string; onRemove: () => void }) {
  const { t } = useTranslation('forward-rules')
  const readOnly = useReadOnly()
  return (
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined />}
      disabled={Boolean(readOnly)}
      aria-label={t('removeQueue', { name: title })}
      onClick={onRemove}
    />
  )
}
