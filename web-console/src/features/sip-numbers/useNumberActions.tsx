import { PoweroffOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useUndoable } from '@/kit/feedback'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useCommonActions, type RowAction } from '@/kit/table'
import { useUpdateSipNumber, type SipNumber } from './api'
import { sipNumbers } from './resource'

/** Why a number stays as it is: the platform's own are for those who may mark them. */
export function useWhyLocked() {
  const { t } = useTranslation('sip-numbers')
  const { can } = useCan()
  const maySystem = can('can_mark_system_sip_number')
  return ({ is_system }: Pick<SipNumber, 'is_system'>): string | false =>
    is_system && !maySystem && t('locked')
}

/** What can be done with one number of the list. */
export function useNumberActions(
  remove: (rows: SipNumber[]) => Promise<boolean>,
): RowAction<SipNumber>[] {
  const { t } = useTranslation('sip-numbers')
  const { edit, deletion } = useCommonActions()
  const navigate = useNavigate()
  const { can, meets } = useCan()
  const whyLocked = useWhyLocked()
  const toggle = useToggle()
  const actions: RowAction<SipNumber>[] = [
    { ...edit, run: ({ id }) => void navigate(pathsOf(sipNumbers).edit(id)) },
  ]
  if (meets(sipNumbers.can.update) && can('can_activate_sip_number')) {
    actions.push({
      key: 'activate',
      label: t('toggle.action'),
      icon: <PoweroffOutlined />,
      disabled: whyLocked,
      run: (number) => void toggle(number),
    })
  }
  if (meets(sipNumbers.can.remove)) {
    actions.push({
      ...deletion,
      disabled: (number) => (number.is_general && t('removal.general')) || whyLocked(number),
      run: (number) => void remove([number]),
    })
  }
  return actions
}

/** Switches a number on or off at once, and offers the way back. */
function useToggle() {
  const { t } = useTranslation('sip-numbers')
  const undoable = useUndoable()
  const [update] = useUpdateSipNumber()
  return (number: SipNumber) => {
    const isOn = number.is_active !== false
    const set = (is_active: boolean) => update({ id: number.id, body: { is_active } }).unwrap()
    const name = sipNumbers.label(number)
    return undoable({
      text: isOn ? t('toggle.off', { name }) : t('toggle.on', { name }),
      run: () => set(!isOn),
      undo: () => set(isOn),
    })
  }
}
