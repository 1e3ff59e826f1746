import { QrcodeOutlined, SafetyCertificateOutlined, StopOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Id } from '@/api/types'
import { accessCheckPath, accessCheckScreen } from '@/features/access-check'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useCommonActions, type RowAction } from '@/kit/table'
import type { Identifier } from './api'
import { identifiers } from './resource'
import { useRevocation } from './useRevocation'

const QR = 'qr:'

/** The dialog with the code of an identifier, as the address of the list names it. */
export const qrDialog = (id: Id) => `${QR}${id}`
export const qrDialogId = (dialog: string): Id | undefined =>
  dialog.startsWith(QR) ? Number(dialog.slice(QR.length)) || undefined : undefined

/** What can be done with one identifier of the list. */
export function useIdentifierActions(
  remove: (rows: Identifier[]) => Promise<boolean>,
  openDialog: (dialog: string) => void,
): RowAction<Identifier>[] {
  const { t } = useTranslation('identifiers')
  const { edit, deletion } = useCommonActions()
  const navigate = useNavigate()
  const { meets } = useCan()
  const { revokeIdentifier } = useRevocation()
  const actions: RowAction<Identifier>[] = [
    { ...edit, run: ({ id }) => void navigate(pathsOf(identifiers).edit(id)) },
  ]
  actions.push({
    key: 'qr',
    label: t('qr.action'),
    icon: <QrcodeOutlined />,
    disabled: ({ type }) => type !== 'qr' && t('qr.others'),
    run: ({ id }) => openDialog(qrDialog(id)),
  })
  if (meets(accessCheckScreen.need)) {
    actions.push({
      key: 'explain',
      label: t('explain'),
      icon: <SafetyCertificateOutlined />,
      run: ({ id }) => void navigate(accessCheckPath({ identifierId: id })),
    })
  }
  if (meets(identifiers.can.update)) {
    actions.push({
      key: 'revoke',
      label: t('revocation.action'),
      icon: <StopOutlined />,
      isDanger: true,
      disabled: ({ revoked_at }) => revoked_at !== null && t('revocation.already'),
      run: (identifier) => void revokeIdentifier(identifier),
    })
  }
  if (meets(identifiers.can.remove)) {
    actions.push({
      ...deletion,
      disabled: ({ type }) => type === 'ukey2' && t('removal.ukey2'),
      run: (identifier) => void remove([identifier]),
    })
  }
  return actions
}
