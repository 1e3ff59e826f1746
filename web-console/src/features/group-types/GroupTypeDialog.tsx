import { useTranslation } from 'react-i18next'
import { FieldGrid, FormDialog, typedFields } from '@/kit/form'
import { alerts } from '@/kit/alerts'
import { useSaveGroupType, type GroupType } from './api'
import { emptyGroupType, groupTypeSchema, KINDS, toGroupTypeForm } from './schema'

const F = typedFields<typeof emptyGroupType>()

interface Props {
  /** Absent: a new one. */
  type?: GroupType
  onClose: () => void
}

/** A type of groups: its name, and what a group of it is in an address. */
export function GroupTypeDialog({ type, onClose }: Props) {
  const { t } = useTranslation('group-types')
  const save = useSaveGroupType()
  // Groups have addresses by their kind, which the server keeps as long as there are any.
  const isUsed = Boolean(type && type.domains_count > 0)
  return (
    <FormDialog
      title={type ? t('edit', { name: type.name }) : t('new')}
      schema={groupTypeSchema}
      initial={type ? toGroupTypeForm(type) : emptyGroupType}
      action={type ? t('save') : t('create')}
      onApprove={async (values) => {
        await save(type?.id, values)
        alerts.success(t('saved', { name: values.name }))
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <F.Text name="name" label={t('fields.name')} maxLength={31} isRequired />
        <F.Select
          name="type"
          label={t('fields.kind')}
          help={t('help.kind')}
          isRequired
          disabled={isUsed && t('kindInUse')}
          options={KINDS.map((kind) => ({ value: kind, label: t(`options.kinds.${kind}`) }))}
        />
      </FieldGrid>
    </FormDialog>
  )
}
