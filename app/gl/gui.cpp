#include "app/gl/gui.h"

#include <backends/imgui_impl_opengl3.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>

#include "app/gl/boxes.h"
#include "app/gl/context.h"
#include "app/gl/draw_lists.h"
#include "app/gl/gl.h"
#include "app/gl/gui_keys.h"
#include "app/gl/imgui_compat.h"
#include "app/gl/style.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr float body_text = 14;
#if defined(__EMSCRIPTEN__)
constexpr const char* gui_shaders = "#version 300 es";
#else
constexpr const char* gui_shaders = "#version 330 core";
#endif

// The texels on a side, within reason: a page has little memory.
int largest_texture() {
#if defined(__EMSCRIPTEN__)
  constexpr GLint reasonable = 4096;
#else
  constexpr GLint reasonable = 8192;
#endif
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  return most > 0 ? std::min(most, reasonable) : reasonable;
}

Point size_of(Extent pixels) { return {static_cast<float>(pixels.width), static_cast<float>(pixels.height)}; }

// Keeps freed memory. OpenGL without a GPU allocates and frees memory for each frame; getting it from the system again,
// page by page, would take a fifth of the frame's time.
void keep_memory() {
#ifdef __GLIBC__
  constexpr int megabyte = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, 256 * megabyte);
  mallopt(M_MMAP_THRESHOLD, 32 * megabyte);
  mallopt(M_TOP_PAD, 16 * megabyte);
#endif
}

// Draws letters unfiltered, because they are on whole pixels at prepared sizes. Each pixel is then one texel, not a
// mixture of four, which takes several times as long without a GPU.
void take_letters_as_they_are() {
  const unsigned letters = compat::unscaled_letters();
  if (letters == 0) return;
  glBindTexture(GL_TEXTURE_2D, letters);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

// Whether a box of pixels stays the same when converted to the mouse's units and back.
bool divides_exactly(float pixels_per_unit) {
  return pixels_per_unit == 1 || pixels_per_unit == 2 || pixels_per_unit == 4;
}

}  // namespace

Gui::Gui(Surface& surface) : surface_(surface) {
  IMGUI_CHECKVERSION();
  outer_ = ImGui::GetCurrentContext();
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the program itself remembers the panels' places
  io.LogFilename = nullptr;
  keep_memory();
  input_ = surface.gui_input();
  if (!input_) name_gui_keys();  // a script presses them
  if (!ImGui_ImplOpenGL3_Init(gui_shaders)) {
    input_.reset();
    ImGui::DestroyContext(context_);
    throw UsageError("nothing can be drawn: ImGui does not find OpenGL; on Debian and Ubuntu, install libgl1");
  }
  leave();
}

bool Gui::can_have_another() { return !compat::has_one_context; }

Gui::~Gui() {
  surface_.bind();
  ImGui::SetCurrentContext(context_);
  ImGui_ImplOpenGL3_Shutdown();
  input_.reset();
  ImGui::DestroyContext(context_);
  ImGui::SetCurrentContext(outer_);
}

// Makes the first object's context current again, so that it receives the window's input.
void Gui::leave() {
  if (outer_ != nullptr) ImGui::SetCurrentContext(outer_);
}

std::string Gui::renderer() { return gl_renderer(); }

// If a unit of the mouse is several pixels, those pixels already include the display's scale.
float Gui::scale() const {
  const float density =
      static_cast<float>(surface_.pixels().width) / static_cast<float>(std::max(surface_.size().width, 1));
  return user_scale_ * surface_.content_scale() / std::max(density, 1.0F);
}

void Gui::make_fonts() {
  const bool anew = fonts_ != nullptr;
  if (fonts_scale_ == scale() && !(anew && lacks_letters())) return;
  if (anew) rare_letters_.insert(fonts_->missing().begin(), fonts_->missing().end());
  fonts_scale_ = scale();
  fonts_ =
      std::make_unique<Fonts>(*ImGui::GetIO().Fonts, fonts_scale_, rare_letters_, system_fonts_, largest_texture());
  ImGui::GetIO().FontDefault = fonts_->of(Face::sans, body_text * fonts_scale_).font;
  if (!anew) return;
  compat::renew_font_texture();
  damage_.forget();  // letters have other places in the texture
}

void Gui::feed_surface(float seconds) {
  ImGuiIO& io = ImGui::GetIO();
  if (input_ != nullptr) return input_->begin_frame();
  const Extent size = surface_.size(), pixels = surface_.pixels();
  io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
  io.DisplayFramebufferScale = {static_cast<float>(pixels.width) / io.DisplaySize.x,
                                static_cast<float>(pixels.height) / io.DisplaySize.y};
  io.DeltaTime = std::max(seconds, 1e-4F);
  compat::feed_mouse(io, {mouse_.place.x, mouse_.place.y}, mouse_.down, mouse_.wheel);
  mouse_.wheel = 0;
}

void Gui::begin(const Theme& theme, float seconds) {
  ImGui::SetCurrentContext(context_);
  surface_.bind();
  make_fonts();
  theme_ = &theme;
  style_like(theme, scale());
  compat::set_base_size(fonts_->of(Face::sans, body_text * scale()).size);
  ImGui_ImplOpenGL3_NewFrame();
  compat::forget_font_pixels(*ImGui::GetIO().Fonts);
  take_letters_as_they_are();
  feed_surface(seconds);
  ImGui::NewFrame();
  const ImGuiIO& io = ImGui::GetIO();
  painters_.begin_frame({io.DisplaySize.x, io.DisplaySize.y}, {io.DisplaySize.x * io.DisplayFramebufferScale.x,
                                                               io.DisplaySize.y * io.DisplayFramebufferScale.y});
}

// The areas, in pixels, that the surface does not show yet.
std::vector<Box> Gui::changed() {
  const Extent pixels = surface_.pixels();
  const ImVec2 unit = ImGui::GetDrawData()->FramebufferScale;
  if (canvas_ != surface_.canvas() || !divides_exactly(unit.x) || !divides_exactly(unit.y)) damage_.forget();
  canvas_ = surface_.canvas();
  damage_.begin(size_of(pixels),
                mixed(looks_of(theme_->inks.data(), sizeof theme_->inks), static_cast<std::uint64_t>(ground_)));
  describe(*ImGui::GetDrawData(), damage_);
  return damage_.end();
}

// Clearing is fastest, but it clears the whole surface. Areas under grids are left out.
void Gui::cover_with_ground(const std::vector<Box>& boxes) {
  const Color ground = theme_->of(ground_);
  const Extent pixels = surface_.pixels();
  if (boxes.size() == 1 && Point{boxes[0].w, boxes[0].h} == size_of(pixels)) {
    const auto part = [](std::uint8_t channel) { return static_cast<float>(channel) / 255; };
    glDisable(GL_SCISSOR_TEST);
    glClearColor(part(ground.r), part(ground.g), part(ground.b), 1);
    return glClear(GL_COLOR_BUFFER_BIT);
  }
  std::vector<Box> open = boxes;
  for (const Box& grid : painters_.grids.covered()) open = without(open, grid);
  std::vector<BoxPainter::Filled> filled;
  for (const Box& box : open) filled.push_back({box, ground});
  painters_.boxes.prepare();
  painters_.boxes.fill_now(filled);
}

void Gui::end() {
  ImGui::Render();
  const Extent pixels = surface_.pixels();
  const std::vector<Box> boxes = changed();
  keep_inside(*ImGui::GetDrawData(), boxes);
  surface_.catch_up();
  painters_.grids.send();
  glViewport(0, 0, pixels.width, pixels.height);
  if (!is_warm_ && !painters_.grids.covered().empty()) {
    painters_.warm_up(*theme_);
    is_warm_ = true;
  }
  cover_with_ground(boxes);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glFlush();
  leave();
}

ImDrawList& Gui::background() { return *ImGui::GetBackgroundDrawList(); }
ImDrawList& Gui::foreground() { return *ImGui::GetForegroundDrawList(); }

}  // namespace tilescope
