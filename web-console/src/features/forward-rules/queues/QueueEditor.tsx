import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Reason } from '@/kit/feedback'
import { useFieldMessage, useReadOnly } from '@/kit/form'
import { useNumberNames } from './numbers'
import { QueueCard } from './QueueCard'
import styles from './queues.module.css'
import { RingTimeline } from './RingTimeline'
import { emptyQueue, MAX_QUEUES, type QueueForm } from './schema'

interface Props {
  /** Path of the queues in the form's values. */
  name: string
  /** Of a group: it calls outside through its own trunk. */
  isOfGroup?: boolean
}

/** The queues in their order, and beside them who rings when. */
export function QueueEditor({ name, isOfGroup = false }: Props) {
  const { t } = useTranslation(['forward-rules', 'common'])
  const { control } = useFormContext()
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const queues = useWatch({ control, name }) as QueueForm[]
  const nameOf = useNumberNames(queues.flatMap(({ numbers }) => numbers))
  const moved = useMoved()
  const readOnly = useReadOnly()
  const full = fields.length >= MAX_QUEUES && t('common:form.full', { count: MAX_QUEUES })
  return (
    <div className={styles.editor}>
      <div className={styles.list}>
        {fields.length > 0 && (
          <ol className={styles.cards} aria-label={t('queues')}>
            {fields.map(({ id }, at) => (
              <QueueCard
                key={id}
                id={id}
                name={`${name}.${at}`}
                at={at}
                count={fields.length}
                isOfGroup={isOfGroup}
                nameOf={nameOf}
                onMove={(to) => {
                  move(at, to)
                  moved.say(id, to > at ? 'down' : 'up', to)
                }}
                onRemove={() => remove(at)}
              />
            ))}
          </ol>
        )}
        <ListError name={name} />
        <Reason why={readOnly || full}>
          <Button
            type="dashed"
            icon={<PlusOutlined />}
            disabled={Boolean(readOnly || full)}
            onClick={() => append(emptyQueue())}
          >
            {t('addQueue')}
          </Button>
        </Reason>
        <span role="status" className="visually-hidden">
          {moved.text}
        </span>
      </div>
      <section className={styles.picture} aria-label={t('timeline.title')}>
        <h2>{t('timeline.title')}</h2>
        <RingTimeline queues={queues} nameOf={nameOf} />
      </section>
    </div>
  )
}

/** What is wrong with the queues as a whole. */
function ListError({ name }: { name: string }) {
  const { getFieldState, formState } = useFormContext()
  const message = useFieldMessage()
  const { error } = getFieldState(name, formState)
  const text = error?.root?.message ?? error?.message
  if (!text) return null
  return (
    <p role="alert" className={styles.error}>
      {message(text)}
    </p>
  )
}

/** A queue that was moved keeps the focus, and its new place is told. */
function useMoved() {
  const { t } = useTranslation('forward-rules')
  const [text, setText] = useState('')
  const wanted = useRef<{ id: string; direction: 'up' | 'down' }>(undefined)
  useEffect(() => {
    // Once the queues stand in their new order.
    const { id, direction } = wanted.current ?? {}
    wanted.current = undefined
    if (id === undefined) return
    const other = direction === 'up' ? 'down' : 'up'
    // At the end of the list the button in the same direction is off.
    const buttons = [direction, other].map((each) =>
      document.querySelector<HTMLButtonElement>(`#${CSS.escape(`${id}-${each}`)}`),
    )
    buttons.find((button) => button && !button.disabled)?.focus()
  })
  return {
    text,
    say: (id: string, direction: 'up' | 'down', to: number) => {
      wanted.current = { id, direction }
      setText(t('movedTo', { number: to + 1 }))
    },
  }
}
