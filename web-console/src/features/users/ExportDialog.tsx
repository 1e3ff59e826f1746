import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { API_BASE } from '@/api/limits'
import { groups } from '@/features/groups'
import { address, useDownload } from '@/kit/files'
import { FormDialog, refRule, typedFields } from '@/kit/form'
import { pickerOf } from '@/kit/picker'

const FORMATS = ['xlsx', 'csv'] as const
const schema = z.object({ groups: z.array(refRule), format: z.enum(FORMATS) })
const F = typedFields<z.input<typeof schema>>()
const groupSource = pickerOf(groups)

/** Users by their groups, as a table that can be imported again. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('users')
  const [save] = useDownload()
  return (
    <FormDialog
      title={t('export.title')}
      schema={schema}
      initial={{ groups: [], format: 'xlsx' }}
      action={t('export.action')}
      width={440}
      onClose={onClose}
      onApprove={({ groups: chosen, format }) =>
        save(
          address(`${API_BASE}/users/export`, { domain_ids: chosen.map(({ id }) => id), format }),
          `users.${format}`,
        )
      }
    >
      <F.Ref
        name="groups"
        label={t('fields.domains')}
        help={t('export.groupsHelp')}
        source={groupSource}
        isMultiple
      />
      <F.Select
        name="format"
        label={t('export.format')}
        options={FORMATS.map((value) => ({ value, label: t(`options.formats.${value}`) }))}
      />
    </FormDialog>
  )
}
