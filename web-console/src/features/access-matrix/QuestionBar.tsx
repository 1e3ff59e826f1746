import { ClearOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { accessRules, doorSource, useDoor } from '@/features/access-rules'
import { groups } from '@/features/groups'
import { users } from '@/features/users'
import { PickerInput, pickerOf, type PickerSource } from '@/kit/picker'
import { SearchBox } from '@/kit/table'
import styles from './access-matrix.module.css'
import { CELL_STATES, type Question } from './question'

const userSource = pickerOf(users)
const groupSource = pickerOf(groups)
const ruleSource = pickerOf(accessRules)

interface Props {
  question: Question
  onChange: (part: Partial<Question>) => void
}

/** What the matrix is narrowed to. One person asks where they can go, one door asks who can enter. */
export function QuestionBar({ question, onChange }: Props) {
  const { t } = useTranslation('access-matrix')
  const { userId, groupId, deviceId, deviceGroupId, ruleId, lock } = question
  const user = users.api.useGet(userId ?? 0, { skip: userId === undefined })
  const group = groups.api.useGet(groupId ?? 0, { skip: groupId === undefined })
  const deviceGroup = groups.api.useGet(deviceGroupId ?? 0, { skip: deviceGroupId === undefined })
  const door = useDoor(deviceId ?? 0, { skip: deviceId === undefined })
  const rule = accessRules.api.useGet(ruleId ?? 0, { skip: ruleId === undefined })
  const isNarrowed =
    question.search !== '' ||
    question.state !== undefined ||
    [userId, groupId, deviceId, deviceGroupId, ruleId].some((id) => id !== undefined)
  const doorRef = refOf(deviceId, door.data)
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchBox value={question.search} onSearch={(search) => onChange({ search })} />
      </div>
      <Chosen
        label={t('ask.person')}
        source={userSource}
        value={refOf(userId, user.data)}
        onChange={(id) => onChange({ userId: id })}
      />
      <Chosen
        label={t('ask.door')}
        source={doorSource}
        value={doorRef && lock ? { ...doorRef, name: `${doorRef.name} · ${lock}` } : doorRef}
        onChange={(id) => onChange({ deviceId: id })}
      />
      <Chosen
        label={t('ask.group')}
        source={groupSource}
        value={refOf(groupId, group.data)}
        onChange={(id) => onChange({ groupId: id })}
      />
      <Chosen
        label={t('ask.deviceGroup')}
        source={groupSource}
        value={refOf(deviceGroupId, deviceGroup.data)}
        onChange={(id) => onChange({ deviceGroupId: id })}
      />
      <Chosen
        label={t('ask.rule')}
        source={ruleSource}
        value={refOf(ruleId, rule.data)}
        onChange={(id) => onChange({ ruleId: id })}
      />
      <label className={styles.chosen}>
        <span>{t('ask.state')}</span>
        <Select
          aria-label={t('ask.state')}
          allowClear
          placeholder={t('ask.any')}
          value={question.state}
          popupMatchSelectWidth={false}
          onChange={(state?: Question['state']) => onChange({ state })}
          options={CELL_STATES.map((value) => ({ value, label: t(`options.states.${value}`) }))}
        />
      </label>
      {isNarrowed && (
        <Button
          type="text"
          icon={<ClearOutlined />}
          onClick={() =>
            onChange({
              search: '',
              userId: undefined,
              groupId: undefined,
              deviceId: undefined,
              deviceGroupId: undefined,
              ruleId: undefined,
              state: undefined,
            })
          }
        >
          {t('ask.everything')}
        </Button>
      )}
    </div>
  )
}

interface ChosenProps {
  label: string
  source: PickerSource
  value: Ref | undefined
  onChange: (id: number | undefined) => void
}

function Chosen({ label, source, value, onChange }: ChosenProps) {
  return (
    <div className={styles.chosen}>
      <span>{label}</span>
      <PickerInput
        title={label}
        source={source}
        value={value ? [value] : []}
        onChange={([row]) => onChange(row?.id)}
      />
    </div>
  )
}

/** Until the name is known the id stands for it. */
function refOf(id: number | undefined, row: Ref | undefined): Ref | undefined {
  if (id === undefined) return undefined
  return row?.id === id ? { id, name: row.name } : { id, name: `#${id}` }
}
