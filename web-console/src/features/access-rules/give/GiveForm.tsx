import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groups } from '@/features/groups'
import { identifiers } from '@/features/identifiers'
import { timeRules, useScheduleWords, WallTimeField, type TimeRule } from '@/features/time-rules'
import { users } from '@/features/users'
import { FormDialog, typedFields } from '@/kit/form'
import { useCan } from '@/kit/permissions'
import { pickerOf } from '@/kit/picker'
import { useDateFormat } from '@/kit/time'
import { DoorsSelect } from './DoorsSelect'
import type { GiveTo } from './GiveAccess'
import styles from './give.module.css'
import { GivePreview } from './GivePreview'
import { NEW_TIMES, presetTimes, wantedSchedule, type When } from './schedule'
import { giveSchema, type GiveForm as Values } from './schema'
import { useGive, type Given } from './useGive'

const F = typedFields<Values>()
const groupSource = pickerOf(groups)
const userSource = pickerOf(users)

interface Props {
  to: GiveTo
  onGiven: (given: Given) => void
  onClose: () => void
}

/** The question of the dialog. */
export function GiveForm({ to, onGiven, onClose }: Props) {
  const { t } = useTranslation('access-rules')
  const { at } = useDateFormat()
  const [today] = useState(() => at(new Date()).format('YYYY-MM-DD'))
  const schedules = useSchedules()
  const give = useGive()
  // The form's dialog closes itself when it is done, and the outcome takes its place.
  const isGiven = useRef(false)
  const who = to.user ?? to.group ?? to.identifier
  return (
    <FormDialog
      title={
        who ? t('give.titleTo', { who: who.name }) : t('give.titleAt', { door: to.door?.name })
      }
      schema={giveSchema}
      initial={initialOf(to)}
      action={t('give.action')}
      width={560}
      onClose={() => {
        if (!isGiven.current) onClose()
      }}
      onApprove={async (values) => {
        const wanted = wantedSchedule(values.when, values.until, schedules, today)
        const given = await give(values, wanted)
        isGiven.current = true
        onGiven(given)
      }}
    >
      <div className={styles.fields}>
        {to.user && <CardField />}
        {!who && (
          <>
            <F.Ref name="domains" label={t('fields.domains')} source={groupSource} isMultiple />
            <F.Ref name="users" label={t('fields.users')} source={userSource} isMultiple />
          </>
        )}
        {!to.door && <DoorsSelect name="doors" label={t('fields.devices')} isRequired isWide />}
        <WhenField schedules={schedules} today={today} />
        <WallTimeField
          name="until"
          label={t('give.until')}
          isPlainDate
          help={t('give.untilHelp')}
        />
      </div>
      <GivePreview schedules={schedules} today={today} />
    </FormDialog>
  )
}

const initialOf = ({ user, group, identifier, door }: GiveTo): Values => ({
  users: user ? [user] : [],
  domains: group ? [group] : [],
  identifiers: identifier ? [identifier] : [],
  card: '',
  doors: door ? [door] : [],
  when: 'any',
  until: null,
})

/** The number of a card that is given with the access, for whoever may make cards. */
function CardField() {
  const { t } = useTranslation('access-rules')
  const { meets } = useCan()
  if (!meets(identifiers.can.create)) return null
  return <F.Text name="card" label={t('give.card')} help={t('give.cardHelp')} />
}

interface WhenProps {
  schedules: TimeRule[]
  today: string
}

/** At any time, on a schedule that there is, or on one that is made for it. */
function WhenField({ schedules, today }: WhenProps) {
  const { t } = useTranslation('access-rules')
  const { say } = useScheduleWords()
  const { meets } = useCan()
  const mayMake = meets(timeRules.can.create)
  const options = useMemo(() => {
    const known = schedules.map(({ id, name }) => ({ value: id as number | string, label: name }))
    const fresh = NEW_TIMES.filter(
      (preset) =>
        mayMake && !('schedule' in (wantedSchedule(preset, null, schedules, today) ?? {})),
    ).map((preset) => ({ value: preset as When, label: say(presetTimes(preset, today)) }))
    return [{ value: 'any', label: t('anyTime') }, ...known, ...fresh]
  }, [schedules, today, mayMake, say, t])
  return <F.Select name="when" label={t('sections.when')} options={options} />
}

/** Schedules to choose from, by name. */
function useSchedules(): TimeRule[] {
  const { meets } = useCan()
  const skip = !meets(timeRules.can.read)
  const { data } = timeRules.api.useList({ page: 1, size: 100, sort: 'name' }, { skip })
  return useMemo(() => data?.items ?? [], [data])
}
