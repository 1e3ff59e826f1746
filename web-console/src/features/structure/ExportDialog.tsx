import { z } from 'zod'
import { useTranslation } from 'react-i18next'
import type { Ref } from '@/api/types'
import { useGroupTypes } from '@/features/group-types'
import { alerts } from '@/kit/alerts'
import { FieldGrid, FormDialog, typedFields } from '@/kit/form'
import { useExportStructure } from './api'

const schema = z.object({ type: z.number().nullable() })
const F = typedFields<z.input<typeof schema>>()

interface Props {
  group: Ref
  onClose: () => void
}

/** The structure below a group as a table, whole or of one type of groups. */
export function ExportDialog({ group, onClose }: Props) {
  const { t } = useTranslation('structure')
  const { data: types, isLoading } = useGroupTypes()
  const [save] = useExportStructure(group.id)
  return (
    <FormDialog
      title={t('export.title', { name: group.name })}
      schema={schema}
      initial={{ type: null }}
      action={t('export.action')}
      width={420}
      onApprove={async ({ type }) => {
        if (await save(type ?? undefined)) alerts.success(t('export.done'))
      }}
      onClose={onClose}
    >
      <p>{t('export.text')}</p>
      <FieldGrid>
        <F.Select
          name="type"
          label={t('export.type')}
          placeholder={t('export.all')}
          options={(types?.items ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          isLoading={isLoading}
          isClearable
          isWide
        />
      </FieldGrid>
    </FormDialog>
  )
}
