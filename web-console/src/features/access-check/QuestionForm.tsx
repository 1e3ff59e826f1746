import { CreditCardOutlined, UserOutlined } from '@ant-design/icons'
import { Button, DatePicker, Form, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { doorSource, MAX_LOCKS } from '@/features/access-rules'
import { identifiers } from '@/features/identifiers'
import { users } from '@/features/users'
import { PickerInput, pickerOf } from '@/kit/picker'
import { useDateFormat } from '@/kit/time'
import styles from './access-check.module.css'
import type { Question } from './question'
import type { Names } from './useNames'

const userSource = pickerOf(users)
const identifierSource = pickerOf(identifiers)

interface Props {
  question: Question
  names: Names
  onChange: (part: Partial<Question>) => void
}

/** Who, which door, when. */
export function QuestionForm({ question, names, onChange }: Props) {
  const { t } = useTranslation('access-check')
  return (
    <Form layout="vertical" component="div" className={styles.question}>
      <Who question={question} names={names} onChange={onChange} />
      <Form.Item label={t('door')} htmlFor="check-door">
        <PickerInput
          id="check-door"
          title={t('door')}
          source={doorSource}
          value={names.device ? [names.device] : []}
          onChange={([device]) => onChange({ deviceId: device?.id, lock: 0 })}
        />
      </Form.Item>
      <Form.Item label={t('lock')} htmlFor="check-lock">
        <Select<number>
          id="check-lock"
          value={question.lock}
          onChange={(lock) => onChange({ lock })}
          options={Array.from({ length: MAX_LOCKS + 1 }, (_, lock) => ({
            value: lock,
            label: lock === 0 ? t('anyLock') : t('lockNumber', { lock }),
          }))}
        />
      </Form.Item>
      <When time={question.time} onChange={(time) => onChange({ time })} />
    </Form>
  )
}

function Who({ question, names, onChange }: Props) {
  const { t } = useTranslation('access-check')
  // The kind is part of the address once somebody is chosen, and of this page until then.
  const [kind, setKind] = useState(question.identifierId === undefined ? 'user' : 'identifier')
  const isUser = kind === 'user'
  const chosen = isUser ? names.user : names.identifier
  return (
    <Form.Item label={t('who')} htmlFor="check-who">
      <div className={styles.who}>
        <Segmented
          block
          aria-label={t('kind')}
          value={kind}
          onChange={(next) => {
            setKind(next)
            onChange({ userId: undefined, identifierId: undefined })
          }}
          options={[
            { value: 'user', icon: <UserOutlined />, label: t('user') },
            { value: 'identifier', icon: <CreditCardOutlined />, label: t('identifier') },
          ]}
        />
        <PickerInput
          id="check-who"
          title={isUser ? t('user') : t('identifier')}
          source={isUser ? userSource : identifierSource}
          value={chosen ? [chosen] : []}
          onChange={([row]) => onChange(isUser ? { userId: row?.id } : { identifierId: row?.id })}
        />
      </div>
    </Form.Item>
  )
}

function When({
  time,
  onChange,
}: {
  time: string | undefined
  onChange: (time: string | undefined) => void
}) {
  const { t } = useTranslation('access-check')
  const { at, zone, dateTimePattern } = useDateFormat()
  return (
    <Form.Item label={t('when')} htmlFor="check-time" extra={t('zone', { zone })}>
      <div className={styles.when}>
        <DatePicker
          id="check-time"
          showTime
          format={dateTimePattern}
          placeholder={t('now')}
          value={time === undefined ? null : at(time)}
          // The picker builds its days in the zone of the machine; the wall time is what counts.
          onChange={(moment) =>
            onChange(
              moment
                ? dayjs.tz(moment.format('YYYY-MM-DDTHH:mm:ss'), zone).toISOString()
                : undefined,
            )
          }
        />
        {time !== undefined && <Button onClick={() => onChange(undefined)}>{t('now')}</Button>}
      </div>
    </Form.Item>
  )
}
