import UIKit
import WebKit

final class BillhookViewController: UIViewController, WKNavigationDelegate, WKUIDelegate, WKScriptMessageHandler {
    private let modules = URL(string: "https://modules.example")!
    private let token: String
    private var webView: WKWebView!
    /// The type of an event, and its data.
    var onEvent: (String, [String: Any]) -> Void = { _, _ in }

    init(token: String) {
        self.token = token
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { fatalError("Made in code") }

    override func loadView() {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.userContentController.add(self, name: "Billhook")
        webView = WKWebView(frame: .zero, configuration: configuration)
        webView.navigationDelegate = self
        webView.uiDelegate = self
        webView.allowsBackForwardNavigationGestures = true
        view = webView
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        var address = URLComponents(url: modules.appendingPathComponent("connect"), resolvingAgainstBaseURL: false)!
        address.queryItems = [
            URLQueryItem(name: "partner", value: "ptn_3hT6yU9iO2pA5sD8fG1j"),
            URLQueryItem(name: "events", value: "extended"),
        ]
        address.fragment = "token=\(token)"
        webView.load(URLRequest(url: address.url!))
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // The web view would keep this object alive, and this object the web view.
        if isBeingDismissed || isMovingFromParent {
            webView.configuration.userContentController.removeScriptMessageHandler(forName: "Billhook")
        }
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.frameInfo.isMainFrame, message.frameInfo.securityOrigin.host == modules.host,
              let body = message.body as? [String: Any], let event = body["event"] as? [String: Any],
              let type = event["type"] as? String, let payload = event["payload"] as? [String: Any],
              let data = payload["data"] as? [String: Any] else { return }
        onEvent(type, data)
        if type == "close" { dismiss(animated: true) }
    }

    /// Only the modules stay in here; a company's site belongs in the browser.
    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction,
                 decisionHandler: @escaping (WKNavigationActionPolicy) -> Void) {
        decisionHandler(action.request.url?.host == modules.host ? .allow : .cancel)
    }

    func webView(_ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
                 for action: WKNavigationAction, windowFeatures: WKWindowFeatures) -> WKWebView? {
        if let url = action.request.url, url.scheme == "https" { UIApplication.shared.open(url) }
        return nil
    }

    /// iOS ends web views in the background. The page goes on where it was.
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { webView.reload() }
}
