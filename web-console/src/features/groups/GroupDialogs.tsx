import type { Ref } from '@/api/types'
import { useGroupTypes } from '@/features/group-types'
import { ExportDialog, GenerateDialog, ImportDialog } from '@/features/structure'
import { useGroup } from './api'
import { DeleteDialog } from './DeleteDialog'
import { parseDialog } from './dialogs'
import { MoveDialog } from './MoveDialog'

interface Props {
  /** As the address has it. */
  dialog: string
  onClose: () => void
  /** The group is gone. */
  onDeleted?: () => void
}

/** The dialog about a group that the address names. */
export function GroupDialogs({ dialog, onClose, onDeleted }: Props) {
  const open = parseDialog(dialog)
  const { data } = useGroup(open?.id ?? 0, { skip: !open })
  const { data: types } = useGroupTypes()
  if (!open || data?.id !== open.id) return null
  const type = types?.items.find(({ id }) => id === data.domain_type_id)
  const group: Ref = { id: data.id, name: data.name }
  const common = { group, onClose }
  switch (open.kind) {
    case 'move':
      return <MoveDialog key={dialog} {...common} target={open.target} />
    case 'delete':
      return <DeleteDialog {...common} onDeleted={onDeleted} />
    case 'generate':
      return types ? <GenerateDialog {...common} kind={type?.type ?? undefined} /> : null
    case 'import':
      return <ImportDialog {...common} />
    case 'export':
      return <ExportDialog {...common} />
    default:
      return null
  }
}
