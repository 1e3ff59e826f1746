{{/* What the services ask of the API server. Each takes the chart's context, or a dict with "root" and "uses". */}}

{{/* Who restarts the broker, as VESTIBULE_BROKER_RESTART has it; nothing for nobody. */}}
{{- define "vestibule.brokerRestart" -}}
{{- if .Values.mqtt.restart -}}
{{ .Values.mqtt.restart }}
{{- else if and .Values.evaluation.enabled (not .Values.mqtt.existingSecret) -}}
kubernetes:{{ .Release.Namespace }}/statefulset/{{ include "library.release" . }}-mosquitto
{{- end -}}
{{- end }}

{{/* For what the service asks the API server, in words; nothing when it does not. */}}
{{- define "vestibule.asksApiServer" -}}
{{- $values := .root.Values -}}
{{- if and (has "sip" .uses) $values.sip.enabled $values.sip.restart -}}
it restarts the SIP edge, see the Role of the chart sip-edge
{{- else if and (has "mqtt" .uses) (include "vestibule.brokerRestart" .root) -}}
it restarts the broker and nothing else, see its Role
{{- else if has "pods" .uses -}}
it lists the pods that people look at, and nothing else, see its Role
{{- else if has "lease" .uses -}}
it holds its Lease and asks for nothing else, see its Role
{{- end -}}
{{- end }}

{{/* The API server as peers of a network policy: as the values name it, or as the cluster says; nothing for every host. */}}
{{- define "vestibule.apiServerPeers" -}}
{{- $api := .Values.networkPolicy.apiServer -}}
{{- if $api.to -}}
{{- toYaml $api.to -}}
{{- else if $api.lookup -}}
{{- $peers := list -}}
{{- range (lookup "discovery.k8s.io/v1" "EndpointSlice" "default" "kubernetes").endpoints -}}
{{- range .addresses -}}
{{- $peers = append $peers (dict "ipBlock" (dict "cidr" (printf "%s/%s" . (ternary "128" "32" (contains ":" .))))) -}}
{{- end -}}
{{- end -}}
{{- if not $peers }}{{ fail "networkPolicy.apiServer.lookup: no cluster says where its API server is: name the addresses in networkPolicy.apiServer.to" }}{{ end -}}
{{- toYaml $peers -}}
{{- end -}}
{{- end }}

{{/* Takes a part: the Lease by which one replica of the service is its leader. */}}
{{- define "vestibule.lease" -}}
{{ include "library.fullname" . }}-leader
{{- end }}

{{/* A part, rules as YAML, and "accounts", a list of parts whose service accounts have them. */}}
{{- define "vestibule.role" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  {{- include "library.metadata" .part | nindent 2 }}
rules:
  {{- .rules | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  {{- include "library.metadata" .part | nindent 2 }}
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: {{ include "library.fullname" .part }} }
subjects:
  {{- range .accounts }}
  - { kind: ServiceAccount, name: {{ include "library.fullname" . }}, namespace: {{ .root.Release.Namespace }} }
  {{- end }}
{{- end }}
