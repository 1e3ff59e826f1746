import { InputNumber, Select, Space } from 'antd'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldFrame, useField } from '@/kit/form'
import styles from './queues.module.css'

interface Props {
  /** Path of the queue. */
  name: string
}

const MAX_SECONDS = 600
const DEFAULT_AFTER = 10

type NextQueue = 'together' | 'after' | 'stop'

/** What comes next when nobody in the queue answers. */
export function NoAnswerField({ name }: Props) {
  const { t } = useTranslation('forward-rules')
  const { setValue } = useFormContext()
  const path = `${name}.redirect_if_no_answer`
  const isTogether = useWatch({ name: `${path}.is_immediately` }) === true
  const props = { name: `${path}.timeout`, label: t('fields.noAnswer') }
  const { value, error, onChange, control } = useField(props)
  const later: NextQueue = value === 0 ? 'stop' : 'after'
  const mode = isTogether ? 'together' : later
  const change = (next: NextQueue) => {
    setValue(`${path}.is_immediately`, next === 'together', { shouldDirty: true })
    if (next === 'stop') onChange(0)
    if (next === 'after' && !value) onChange(DEFAULT_AFTER)
  }
  return (
    <FieldFrame props={props} error={error}>
      <Space.Compact block>
        <Select<NextQueue>
          {...control}
          className={styles.choice}
          value={mode}
          onChange={change}
          options={(['together', 'after', 'stop'] as const).map((each) => ({
            value: each,
            label: t(`options.noAnswer.${each}`),
          }))}
        />
        {mode === 'after' && (
          <Seconds
            label={t('fields.noAnswerSeconds')}
            min={1}
            value={value as number | null}
            isDisabled={control.disabled}
            onChange={onChange}
          />
        )}
      </Space.Compact>
    </FieldFrame>
  )
}

/** What comes next when everybody in the queue is busy, refuses or cannot be reached. */
export function ErrorField({ name }: Props) {
  const { t } = useTranslation('forward-rules')
  const { setValue } = useFormContext()
  const path = `${name}.redirect_if_error`
  const goesOn = useWatch({ name: `${path}.enabled` }) === true
  const props = { name: `${path}.timeout`, label: t('fields.onError') }
  const { value, error, onChange, control } = useField(props)
  return (
    <FieldFrame props={props} error={error}>
      <Space.Compact block>
        <Select<'next' | 'end'>
          {...control}
          className={styles.choice}
          value={goesOn ? 'next' : 'end'}
          onChange={(next) => setValue(`${path}.enabled`, next === 'next', { shouldDirty: true })}
          options={(['end', 'next'] as const).map((each) => ({
            value: each,
            label: t(`options.onError.${each}`),
          }))}
        />
        {goesOn && (
          <Seconds
            label={t('fields.onErrorSeconds')}
            min={0}
            value={value as number | null}
            isDisabled={control.disabled}
            onChange={onChange}
          />
        )}
      </Space.Compact>
    </FieldFrame>
  )
}

interface SecondsProps {
  label: string
  min: number
  value: number | null
  isDisabled: boolean
  onChange: (seconds: number | null) => void
}

function Seconds({ label, min, value, isDisabled, onChange }: SecondsProps) {
  const { t } = useTranslation('forward-rules')
  return (
    <InputNumber<number>
      aria-label={label}
      className={styles.seconds}
      min={min}
      max={MAX_SECONDS}
      value={value}
      disabled={isDisabled}
      onChange={onChange}
      suffix={t('seconds')}
    />
  )
}
