import android.annotation.SuppressLint
import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.os.Bundle
import android.webkit.JavascriptInterface
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import org.json.JSONObject

class BillhookActivity : Activity() {
    private val modules = Uri.parse("https://modules.example")
    private lateinit var webView: WebView

    @SuppressLint("SetJavaScriptEnabled")
    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        webView = WebView(this)
        webView.settings.javaScriptEnabled = true
        webView.settings.allowFileAccess = false
        webView.webViewClient = object : WebViewClient() {
            // Only the modules stay in here: whatever is loaded could call the bridge.
            override fun shouldOverrideUrlLoading(view: WebView, request: WebResourceRequest): Boolean {
                if (request.url.scheme == "https" && request.url.host == modules.host) return false
                if (request.url.scheme == "https") startActivity(Intent(Intent.ACTION_VIEW, request.url))
                return true
            }
        }
        webView.addJavascriptInterface(Bridge(), "Billhook")
        setContentView(webView)
        val address = modules.buildUpon().path("connect")
            .appendQueryParameter("partner", "ptn_3hT6yU9iO2pA5sD8fG1j")
            .appendQueryParameter("events", "extended")
            .encodedFragment("token=" + Uri.encode(intent.getStringExtra("token")))
        webView.loadUrl(address.build().toString())
    }

    @Deprecated("Still called where the app has no OnBackInvokedCallback")
    override fun onBackPressed() {
        if (webView.canGoBack()) webView.goBack() else finish()
    }

    override fun onDestroy() {
        webView.destroy()
        super.onDestroy()
    }

    inner class Bridge {
        // Called on a thread of the web view's own.
        @JavascriptInterface
        fun postMessage(json: String) {
            val event = JSONObject(json).getJSONObject("event")
            runOnUiThread { onEvent(event.getString("type"), event.getJSONObject("payload").getJSONObject("data")) }
        }
    }

    private fun onEvent(type: String, data: JSONObject) {
        if (type == "auth") setResult(RESULT_OK, Intent().putExtra("companyId", data.optString("companyId")))
        if (type == "close") finish()
    }
}
