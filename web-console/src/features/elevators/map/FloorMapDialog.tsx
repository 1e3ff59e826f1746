import { useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { devices } from '@/features/devices'
import { alerts } from '@/kit/alerts'
import { useConfirm } from '@/kit/feedback'
import { FormDialog } from '@/kit/form'
import { isSame } from '@/kit/form/changes'
import { AddFloors, FloorRows } from './FloorRows'
import { buildingOf, mapOf, withEvery } from './floors'
import { mapSchema, type MapForm } from './schema'
import { atRows } from './serverErrors'
import type { Controller } from './useControllers'

interface Props {
  controllers: readonly Controller[]
  onClose: () => void
}

/** The floors of an elevator over all of its controllers; each controller is sent its own part. */
export function FloorMapDialog({ controllers, onClose }: Props) {
  const { t } = useTranslation(['elevators', 'common'])
  const confirm = useConfirm()
  const [update] = devices.api.useUpdate()
  // What the dialog was opened with: a push that renews the page below does not change the form.
  const [opened] = useState(controllers)
  const [isDirty, setDirty] = useState(false)
  const isSaved = useRef(false)
  const ids = opened.map(({ id }) => id)

  const save = async ({ floors }: MapForm) => {
    const before = buildingOf(opened)
    for (const id of ids) {
      const floor_map = mapOf(floors, id, ids)
      if (isSame(floor_map, mapOf(before, id, ids))) continue
      const body = { device_settings: { lift_controller: { floor_map } } }
      try {
        // One after another: what the first refuses the others are not sent either.
        // oxlint-disable-next-line no-await-in-loop
        await update({ id, body }).unwrap()
      } catch (error) {
        throw atRows(error, id, floor_map, floors)
      }
    }
    isSaved.current = true
    alerts.success(t('map.saved'))
  }
  const close = async () => {
    const question = {
      title: t('common:unsaved.title'),
      text: t('common:unsaved.text'),
      action: t('common:unsaved.leave'),
    }
    if (isSaved.current || !isDirty || (await confirm(question))) onClose()
  }
  return (
    <FormDialog
      title={t('map.title')}
      schema={mapSchema}
      initial={{ floors: withEvery(buildingOf(opened), ids) }}
      action={t('map.save')}
      width={1080}
      onApprove={save}
      onClose={() => void close()}
    >
      <DirtyWatch onChange={setDirty} />
      <AddFloors controllers={opened} />
      <FloorRows controllers={opened} />
    </FormDialog>
  )
}

/** Tells the dialog whether there is something to lose. */
function DirtyWatch({ onChange }: { onChange: (isDirty: boolean) => void }) {
  const { isDirty } = useFormState()
  useEffect(() => onChange(isDirty), [isDirty, onChange])
  return null
}
