import {
  DownloadOutlined,
  DragOutlined,
  PlusOutlined,
  SubnodeOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Ref } from '@/api/types'
import { useLack, type Need } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useCommonActions, type RowAction } from '@/kit/table'
import { BELOW_NEED, MOVE_NEED } from './access'
import { dialogText, type GroupDialogKind } from './dialogs'
import { groups } from './resource'

const paths = pathsOf(groups)

/** What can be done with a group, wherever it is shown. What a role does not allow says so. */
export function useGroupActions(openDialog: (dialog: string) => void): RowAction<Ref>[] {
  const { t } = useTranslation('groups')
  const { edit, deletion } = useCommonActions()
  const navigate = useNavigate()
  const lack = useLack()
  const noRight = (need: Need | undefined) => () => lack(need)
  const dialog = (kind: GroupDialogKind) => ({
    key: kind,
    run: ({ id }: Ref) => openDialog(dialogText({ kind, id })),
  })
  return [
    { ...edit, run: ({ id }) => void navigate(paths.edit(id)) },
    {
      key: 'addBelow',
      label: t('addBelow'),
      icon: <PlusOutlined />,
      disabled: noRight(groups.can.create),
      run: ({ id }) => void navigate(`${paths.add}?parent=${id}`),
    },
    {
      ...dialog('generate'),
      label: t('generate'),
      icon: <SubnodeOutlined />,
      disabled: noRight(BELOW_NEED),
    },
    {
      ...dialog('move'),
      label: t('move.open'),
      icon: <DragOutlined />,
      disabled: noRight(MOVE_NEED),
    },
    {
      ...dialog('import'),
      label: t('import'),
      icon: <UploadOutlined />,
      disabled: noRight(BELOW_NEED),
    },
    { ...dialog('export'), label: t('export'), icon: <DownloadOutlined /> },
    {
      ...dialog('delete'),
      ...deletion,
      label: t('removal.open'),
      disabled: noRight(groups.can.remove),
    },
  ]
}
