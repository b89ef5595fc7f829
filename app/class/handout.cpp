#include "app/class/handout.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/export/base64.h"
#include "app/export/xml.h"

namespace tilescope {

namespace {

// The page's own policy forbids fetching anything, whatever a text contains.
constexpr std::string_view handout_head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:{}; style-src 'unsafe-inline'{}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>{}</title>
<style>
body {{ max-width: 46em; margin: 2em auto; padding: 0 1em; font: 1rem/1.5 Inter, system-ui, sans-serif;
       color: #1b1f24; background: #fff; }}
h1 {{ line-height: 1.2; margin-bottom: 0.2em; }}
h2 {{ font-size: 1.2rem; margin: 1.6em 0 0.3em; break-after: avoid; }}
code, pre {{ font-family: "JetBrains Mono", ui-monospace, monospace; font-size: 0.9em;
            font-variant-ligatures: none; }}
code {{ background: #f0f2f5; padding: 0 0.2em; border-radius: 0.2em; }}
pre {{ border: 1px solid #8a929c; padding: 0.8em; font-size: 0.8em; white-space: pre-wrap; break-inside: avoid; }}
figure {{ margin: 0.8em 0; break-inside: avoid; }}
figure img {{ width: 100%; height: auto; border: 1px solid #8a929c; }}
figure iframe {{ width: 100%; aspect-ratio: 16 / 10; border: 1px solid #8a929c; }}
figure button {{ font: inherit; padding: 0.2em 0.8em; margin-top: 0.3em; }}
figcaption, .source {{ color: #4a525c; font-size: 0.9rem; }}
.question {{ border-left: 0.3em solid #0072b2; padding: 0.2em 0 0.2em 1em; margin: 0.8em 0; break-inside: avoid; }}
.choices {{ list-style: upper-alpha; }}
.line {{ display: inline-block; width: 14em; border-bottom: 1px solid #1b1f24; }}
.answers {{ break-before: page; }}
@page {{ margin: 18mm 16mm; }}
@media print {{ body {{ max-width: none; margin: 0; padding: 0; font-size: 10.5pt; }} figure button {{ display: none; }} }}
</style>
</head>
<body>
<main>
)";

// What a frame with TileScope's page needs; the frame inherits these rules.
constexpr std::string_view frame_images = " blob:";
constexpr std::string_view frame_rules =
    "; frame-src blob:; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:";

// The page is included once, however many frames show it.
constexpr std::string_view plays = R"(<script>
(function () {
  let address = '';
  function byte(letter) { return letter.charCodeAt(0); }
  function open(event) {
    if (address === '') {
      const page = atob(document.getElementById('tilescope').textContent.trim());
      address = URL.createObjectURL(new Blob([Uint8Array.from(page, byte)], {type: 'text/html'}));
    }
    const button = event.target, frame = document.createElement('iframe');
    frame.name = 'tilescope-embed';
    frame.title = 'TileScope';
    frame.src = address + '#' + button.dataset.share;
    button.parentNode.querySelector('img').replaceWith(frame);
    button.remove();
  }
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', open);
})();
</script>
)";

std::string inline_html(const Handout::Piece& piece, std::string_view text) {
  return piece.code ? "<code>" + xml_text(text) + "</code>" : xml_text(text);
}

std::string inline_html(const Handout::Text& text) {
  std::string html;
  for (const Handout::Piece& piece : text) html += inline_html(piece, piece.text);
  return html;
}

std::string paragraphs(const Handout::Text& text) {
  std::string html, open;
  const auto close = [&] {
    if (open.find_first_not_of(" \n") != std::string::npos) html += "<p>" + open + "</p>\n";
    open.clear();
  };
  for (const Handout::Piece& piece : text) {
    for (std::size_t begin = 0; begin <= piece.text.size();) {
      const std::size_t end = piece.code ? std::string::npos : piece.text.find("\n\n", begin);
      const std::string_view part = std::string_view(piece.text).substr(begin, end - begin);
      if (!part.empty()) open += inline_html(piece, part);
      if (end == std::string::npos) break;
      close();
      begin = end + 2;
    }
  }
  close();
  return html;
}

std::string question_html(const Handout::Question& question, std::size_t number) {
  std::string html = fmt::format(
      "<section class=\"question\" aria-label=\"Question {0}\">\n<p><strong>Question {0}.</strong> "
      "{1}</p>\n",
      number, inline_html(question.ask));
  if (question.choices.empty())
    return html + fmt::format("<p>Your answer: <span class=\"line\">&#160;</span> {}</p>\n</section>\n",
                              xml_text(question.unit));
  html += "<ol class=\"choices\">\n";
  for (const std::string& choice : question.choices) html += "<li>" + xml_text(choice) + "</li>\n";
  return html + "</ol>\n</section>\n";
}

std::string play_button(const Handout::Step& step) {
  if (step.share.empty()) return "";
  return fmt::format("<button data-share=\"{}\">Play with this picture</button>\n", xml_text(step.share));
}

std::string step_html(const Handout::Step& step, std::size_t number, std::size_t question, bool is_live) {
  std::string html =
      fmt::format("<section>\n<h2>{}. {}</h2>\n{}", number, inline_html(step.title), paragraphs(step.text));
  if (!step.svg.empty())
    html += fmt::format(
        "<figure>\n<img src=\"data:image/svg+xml;base64,{}\" alt=\"{}\" />\n<figcaption>{}</figcaption>\n{}"
        "</figure>\n",
        base64(step.svg), xml_text(step.says), xml_text(step.says), is_live ? play_button(step) : "");
  if (step.question) html += question_html(*step.question, question);
  return html + "</section>\n";
}

// Line numbers, because the texts refer to lines by number.
std::string numbered(std::string_view text) {
  std::string lines;
  for (std::size_t begin = 0, number = 1; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines += fmt::format("{:>3}  {}\n", number, text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string answers_html(const Handout& handout) {
  std::string html;
  std::size_t number = 0;
  for (const Handout::Step& step : handout.steps) {
    if (!step.question) continue;
    html += fmt::format("<p><strong>Question {}.</strong> {}</p>\n{}", ++number, xml_text(step.question->answer),
                        paragraphs(step.question->explain));
  }
  return html.empty() ? "" : "<section class=\"answers\">\n<h2>Answers</h2>\n" + html + "</section>\n";
}

}  // namespace

std::string html_of(const Handout& handout) {
  const bool is_live = !handout.page.empty();
  std::string html = fmt::format(fmt::runtime(handout_head), is_live ? frame_images : "", is_live ? frame_rules : "",
                                 xml_text(handout.title));
  html += fmt::format("<h1>{}</h1>\n<p>{}</p>\n", xml_text(handout.title), xml_text(handout.summary));
  std::size_t number = 0, questions = 0;
  for (const Handout::Step& step : handout.steps) {
    if (step.question) ++questions;
    html += step_html(step, ++number, questions, is_live);
  }
  for (const Handout::Listing& listing : handout.listings)
    html += fmt::format("<section>\n<h2>The kernel {}</h2>\n<pre>{}</pre>\n</section>\n", xml_text(listing.name),
                        xml_text(numbered(listing.text)));
  html += answers_html(handout);
  html += fmt::format("<p class=\"source\">{}</p>\n</main>\n", xml_text(handout.source));
  if (is_live)
    html += fmt::format("<script type=\"text/plain\" id=\"tilescope\">{}</script>\n{}", base64(handout.page), plays);
  return html + "</body>\n</html>\n";
}

}  // namespace tilescope
