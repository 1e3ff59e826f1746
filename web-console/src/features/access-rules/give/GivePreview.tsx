import { useTranslation } from 'react-i18next'
import { useScheduleWords, type TimeRule } from '@/features/time-rules'
import { useAccessRuleList } from '../api'
import { Sentence } from '../RuleSentence'
import { rulesOfDoor } from './doorFilter'
import { fittingRule, namesAll } from './fitting'
import styles from './give.module.css'
import { useGiveValues } from './useGiveValues'
import { wantedSchedule } from './schedule'

interface Props {
  schedules: TimeRule[]
  today: string
}

/** What will be given, in a sentence, and by which rule. */
export function GivePreview({ schedules, today }: Props) {
  const { t } = useTranslation('access-rules')
  const { say } = useScheduleWords()
  const values = useGiveValues()
  const { users, domains, identifiers, doors } = values
  const [door] = doors
  const { data: rules } = useAccessRuleList(rulesOfDoor(door?.id ?? 0), { skip: !door })
  if (!door) return null
  const receivers = { users, domains, identifiers }
  const wanted = wantedSchedule(values.when, values.until, schedules, today)
  const schedule = wanted && 'schedule' in wanted ? wanted.schedule : undefined
  const isNewSchedule = wanted !== null && !schedule
  const rule =
    rules && !isNewSchedule
      ? fittingRule(rules.items, { doors, scheduleId: schedule?.id ?? null }, receivers)
      : undefined
  const times = schedule?.name ?? (wanted && 'times' in wanted ? say(wanted.times) : undefined)
  return (
    <div className={styles.preview}>
      <Sentence
        rule={{
          ...receivers,
          prohibition: false,
          devices: doors.map(({ id, name }) => ({ id, name, lock_number: 0 })),
          time_rules: times === undefined ? [] : [{ id: schedule?.id ?? 0, name: times }],
        }}
      />
      <p>{howOf()}</p>
    </div>
  )

  function howOf(): string {
    if (!rule) return t('give.byNew')
    return t(namesAll(rule, receivers) ? 'give.byOwn' : 'give.byRule', { rule: rule.name })
  }
}
