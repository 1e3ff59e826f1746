import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useDateFormat } from '@/kit/time'
import { useGuestRules, type GuestKey } from './api'
import { GuestKeyFields } from './GuestKeyFields'
import { KeySentence } from './KeySentence'
import { PresetCards } from './PresetCards'
import { PRESETS, preselected, presetValues, type Limits, type Preset } from './presets'
import type { GuestKeyForm } from './schema'

interface Props {
  readOnly: string | false
  /** The key that is edited; undefined for a new one. */
  guestKey: GuestKey | undefined
}

/** One screen: who comes, which doors, how long. A new key starts as a courier's, with its doors chosen. */
export function Wizard({ readOnly, guestKey }: Props) {
  const isNew = guestKey === undefined
  const form = useFormContext<GuestKeyForm>()
  const owner = useWatch<GuestKeyForm, 'owner'>({ name: 'owner' })
  const rules = useGuestRules(owner?.id)
  // After the save the giver is the one whom the server says: nobody has chosen that.
  const isChosen = owner === null || Boolean(form.formState.dirtyFields.owner)
  const { preset, choose } = usePreset(rules.currentData, isNew && isChosen)
  return (
    <>
      <PresetCards
        value={preset}
        disabled={Boolean(readOnly) || rules.currentData === undefined}
        onChoose={choose}
      />
      <KeySentence key={form.formState.submitCount} />
      <GuestKeyFields
        readOnly={readOnly}
        isNew={isNew}
        rules={{ ...rules, data: rules.currentData } as typeof rules}
      />
    </>
  )
}

type Offer = ReturnType<typeof useGuestRules>['currentData']

/** Fills in the form by a preset: a new one (`isFilled`) at once, with its doors, and again when its giver changes. */
function usePreset(offer: Offer, isFilled: boolean) {
  const { t } = useTranslation('guest-access')
  const { at, zone } = useDateFormat()
  const { setValue, getValues } = useFormContext<GuestKeyForm>()
  const [preset, setPreset] = useState<Preset>()
  const filledFrom = useRef<Offer>(undefined)

  const apply = (next: Preset, isByHand: boolean) => {
    if (!offer) return
    // What nobody has chosen yet is nothing to ask about when the page is left.
    const set = (name: keyof GuestKeyForm, value: unknown) =>
      setValue(name, value as never, { shouldDirty: isByHand, shouldValidate: isByHand })
    setPreset(next)
    const limits: Limits = { passes: offer.max_passes_count, days: offer.max_period_days }
    const values = presetValues(next, at(new Date()), zone, limits)
    for (const [name, value] of Object.entries(values)) set(name as keyof GuestKeyForm, value)
    // A name that somebody typed stays.
    const given = PRESETS.map((each) => t(`options.presets.${each}.title`))
    const { name } = getValues()
    if (name === '' || given.includes(name)) set('name', t(`options.presets.${next}.title`))
    if (isFilled)
      set(
        'access_rules',
        preselected(offer.items, next).map(({ id, name: rule }) => ({ id, name: rule })),
      )
  }
  const fill = useRef(apply)
  useEffect(() => {
    fill.current = apply
  })
  useEffect(() => {
    if (!isFilled || !offer || filledFrom.current === offer) return
    // Rules of another giver: what was chosen before is not theirs.
    filledFrom.current = offer
    fill.current(preset ?? 'courier', false)
  }, [offer, isFilled, preset])
  return { preset, choose: (next: Preset) => apply(next, true) }
}
