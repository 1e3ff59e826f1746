import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { alerts } from '@/kit/alerts'
import { FormDialog, nameRule, typedFields } from '@/kit/form'
import { useCreateMarkerMutation, useUpdateMarkerMutation, type Marker } from './api'

const schema = z.object({ name: nameRule(31), color: z.string() })
const F = typedFields<z.input<typeof schema>>()

export interface MarkerDialogProps {
  /** Absent: a new one. */
  marker?: Marker
  onSaved?: (marker: Marker) => void
  onClose: () => void
}

/** A marker's name and colour. */
export default function MarkerDialog({ marker, onSaved, onClose }: MarkerDialogProps) {
  const { t } = useTranslation(['markers', 'common'])
  const [create] = useCreateMarkerMutation()
  const [update] = useUpdateMarkerMutation()
  return (
    <FormDialog
      title={marker ? marker.name : t('new')}
      schema={schema}
      initial={{ name: marker?.name ?? '', color: marker?.color ?? '#000000' }}
      action={t('common:save')}
      width={300}
      onClose={onClose}
      onApprove={async (markerInput) => {
        const saved = await (
          marker ? update({ id: marker.id, markerInput }) : create({ markerInput })
        ).unwrap()
        alerts.success(t('saved', { name: saved.name }))
        onSaved?.(saved)
      }}
    >
      <F.Text name="name" label={t('fields.name')} maxLength={31} isRequired />
      <F.Color name="color" label={t('fields.color')} />
    </FormDialog>
  )
}
