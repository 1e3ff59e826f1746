import { Modal } from 'antd'
import { createContext, useContext, type ReactNode } from 'react'

type ModalApi = ReturnType<typeof Modal.useModal>[0]

const ModalContext = createContext<ModalApi | undefined>(undefined)

/** Where questions are asked. antd's App would load its messages and notifications besides. */
export function ModalProvider({ children }: { children: ReactNode }) {
  const [modal, holder] = Modal.useModal()
  return (
    <ModalContext value={modal}>
      {children}
      {holder}
    </ModalContext>
  )
}

/** antd's modal with the theme and texts of the page. */
export function useModal(): ModalApi {
  const modal = useContext(ModalContext)
  if (!modal) throw new Error('useModal outside of ModalProvider')
  return modal
}
