import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { CREATE_MARKER, MarkerDialog, markerSource } from '@/features/markers'
import { FieldGrid, typedFields } from '@/kit/form'
import { useCan, useLack } from '@/kit/permissions'
import type { UserForm } from './schema'

const F = typedFields<UserForm>()

/** The markers of a user; a new one can be made on the way. */
export function MarkerFields({ readOnly }: { readOnly: string | false }) {
  const { t } = useTranslation('users')
  const { meets } = useCan()
  const lack = useLack()
  const { field } = useController({ name: 'markers' })
  const [isOpen, setOpen] = useState(false)
  const why = readOnly || lack({ any: ['can_apply_marker_user'] })
  return (
    <>
      <FieldGrid title={t('fields.markers')} text={t('sections.markersText')}>
        <F.Ref
          name="markers"
          label={t('fields.markers')}
          source={markerSource}
          isMultiple
          isWide
          disabled={why}
        />
      </FieldGrid>
      {!why && meets(CREATE_MARKER) && (
        <Button icon={<PlusOutlined />} onClick={() => setOpen(true)}>
          {t('newMarker')}
        </Button>
      )}
      {isOpen && (
        <MarkerDialog
          onSaved={({ id, name }) => field.onChange([...(field.value as Ref[]), { id, name }])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
