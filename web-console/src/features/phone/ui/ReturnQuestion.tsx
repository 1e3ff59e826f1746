import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCalls, usePhone, usePhoneState } from '../context'

/** After a call that was made from another one: back to that? */
export function ReturnQuestion() {
  const { t } = useTranslation('phone')
  const phone = usePhone()
  const returnTo = usePhoneState((state) => state.phone.returnTo)
  const call = useCalls().find(({ id }) => id === returnTo)
  return (
    <Modal
      open={call !== undefined}
      title={t('return.title')}
      okText={t('return.action')}
      cancelText={t('return.stay')}
      width={400}
      onOk={() => phone.answerReturn(true)}
      onCancel={() => phone.answerReturn(false)}
    >
      {call && t('return.text', { number: call.number })}
    </Modal>
  )
}
