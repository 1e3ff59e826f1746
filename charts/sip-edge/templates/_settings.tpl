{{- define "sip-edge.required" -}}
{{- range $key := list "telephony" "existingSecret" "tlsSecret" -}}
{{- $_ := required (printf "%s is needed" $key) (index $.Values $key) -}}
{{- end -}}
{{- if not .Values.trustedNetworks }}{{ fail "trustedNetworks is needed" }}{{ end -}}
{{- end }}

{{/* A part: what both kinds of pods say about where and how. */}}
{{- define "sip-edge.pod" -}}
{{- include "library.podBasics" . }}
# Media and registrations come to the node's own address.
hostNetwork: true
dnsPolicy: ClusterFirstWithHostNet
{{- with include "library.placement" . | trim }}
{{ . }}
{{- end }}
{{- end }}

{{/* Where panels, browsers and media come to. */}}
{{- define "sip-edge.address" -}}
{{ .Values.address | default "$(HOST_IP)" }}
{{- end }}

{{/* Where telephony and Prometheus come to. */}}
{{- define "sip-edge.innerAddress" -}}
{{ .Values.innerAddress | default (include "sip-edge.address" .) }}
{{- end }}

{{/* For probes, which otherwise ask the node's address. */}}
{{- define "sip-edge.probeHost" -}}
{{- with .Values.innerAddress | default .Values.address }}, host: {{ . }}{{ end -}}
{{- end }}

{{- define "sip-edge.hostAddress" -}}
- name: HOST_IP
  valueFrom: { fieldRef: { fieldPath: status.hostIP } }
{{- end }}
